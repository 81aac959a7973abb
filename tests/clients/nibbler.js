// Feeds Morpho's answers to the parsing code of the GUI Nibbler, and looks at the tables that Nibbler
// then has:
//
//     node tests/clients/nibbler.js NIBBLER MORPHO
//
// NIBBLER is a copy of https://github.com/rooklift/nibbler. Its sources run without a window; nothing
// of them is changed. The exit status is not zero if a table is wrong.
"use strict";
const childProcess = require("child_process");
const fs = require("fs");
const path = require("path");
const readline = require("readline");
const vm = require("vm");

const [nibbler, morpho] = process.argv.slice(2);
if (morpho === undefined) {
    console.error("usage: nibbler.js NIBBLER MORPHO");
    process.exit(2);
}

// The sources of Nibbler's renderer that make a table from lines of an engine.
const parts = ["20_utils", "30_point", "31_sliders", "40_position", "41_fen", "43_chess960",
               "50_table", "51_node", "52_sorted_moves", "80_info"];
const globals = {
    config: {accept_bounds: false, graph_minimum_length: 41, leelaish_names: ["Lc0", "Leela", "Ceres"]},
    arrow_props: {}, infobox_props: {}, next_node_id: 1, live_nodes: {}, performance, console,
    Log: text => fail(text),
};
const context = vm.createContext(globals);
for (const part of parts) {
    const file = path.join(nibbler, "files/src/renderer", part + ".js");
    vm.runInContext(fs.readFileSync(file, "utf8"), context, {filename: file});
}

let failures = 0;
function fail(text) {
    failures++;
    console.log("FAILED " + text);
}

function expect(what, holds) {
    if (!holds) {
        fail(what);
    }
}

const engine = childProcess.spawn(morpho, ["--no-config"], {stdio: ["pipe", "pipe", "inherit"]});
const answers = readline.createInterface({input: engine.stdout})[Symbol.asyncIterator]();

function send(...lines) {
    engine.stdin.write(lines.join("\n") + "\n");
}

// The lines up to the first that begins with `last`.
async function until(last) {
    const lines = [];
    for (;;) {
        const {value, done} = await answers.next();
        if (done) {
            throw new Error(`the engine ended before ${last}`);
        }
        lines.push(value);
        if (value.startsWith(last)) {
            return lines;
        }
    }
}

// Searches, gives all lines to Nibbler, and returns its rows of the position, best first, with the
// flag that says whether Nibbler takes the engine for one like Leela.
async function search(fen, go) {
    const board = vm.runInContext("LoadFEN", context)(fen);
    const node = vm.runInContext("NewRoot", context)(board);
    const handler = vm.runInContext("NewInfoHandler", context)();
    const asked = {leelaish: false};
    globals.config.log_illegal_moves = true; // Log() then fails
    send(`position fen ${fen}`, go);
    const lines = await until("bestmove");
    handler.engine_cycle++;
    for (const line of lines) {
        handler.receive(asked, {node, limit: null}, line);
    }
    const rows = vm.runInContext("SortedMoveInfo", context)(node);
    console.log(`${go}: ${lines.length} lines, ${rows.length} rows, best ${rows[0].move}, ` +
                `N ${rows[0].n}, P ${rows[0].p}, Q ${rows[0].q.toFixed(3)}, cp ${rows[0].cp}, ` +
                `wdl ${rows[0].wdl}, pv ${rows[0].pv.slice(0, 4).join(" ")}`);
    return {rows, node, leelaish: asked.leelaish, best: lines[lines.length - 1].split(" ")[1]};
}

function sum(rows, key) {
    return rows.reduce((total, row) => total + row[key], 0);
}

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const chess960 = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";

async function main() {
    send("uci");
    const options = await until("uciok");
    expect("Nibbler finds UCI_Chess960", options.some(l => l.startsWith("option name UCI_Chess960 ")));
    send("setoption name UCI_Chess960 value true", "setoption name VerboseMoveStats value true",
         "setoption name LogLiveStats value true", "setoption name UCI_ShowWDL value true", "isready");
    await until("readyok");

    for (const [fen, moves] of [[start, 20], [kiwipete, 48], [chess960, 20]]) {
        const got = await search(fen, "go nodes 5000");
        expect("move statistics mean an engine like Leela", got.leelaish);
        expect(`a row for each of ${moves} moves: ${got.rows.length}`, got.rows.length === moves);
        expect("the best row is the best move", got.rows[0].move === got.best);
        const visits = sum(got.rows, "n"), priors = sum(got.rows, "p");
        expect(`visits add up to the node's: ${visits}`, Math.abs(visits - got.node.table.nodes) <= 1);
        expect(`priors add up to 100: ${priors}`, Math.abs(priors - 100) < 0.5);
        for (const row of got.rows) {
            expect(`${row.move}: Q and U`, Math.abs(row.q) <= 1 && row.u >= 0);
            expect(`${row.move}: S is Q + U`, Math.abs(row.s - row.q - row.u) < 0.0002);
            expect(`${row.move}: V`, row.n === 0 || Math.abs(row.v) <= 1);
        }
        const wdl = got.rows[0].wdl;
        expect("wdl adds up to 1000", Array.isArray(wdl) && wdl[0] + wdl[1] + wdl[2] === 1000);
        expect("the best row has a line", got.rows[0].pv.length > 1);
    }

    const focus = await search(start, "go nodes 500 searchmoves a2a3 h2h4");
    expect("focus: the best is a searched one", ["a2a3", "h2h4"].includes(focus.best));

    send("setoption name MultiPV value 4", "setoption name Search value negamax");
    const negamax = await search(kiwipete, "go nodes 100000");
    expect("negamax is not like Leela", !negamax.leelaish);
    expect(`negamax: four rows: ${negamax.rows.length}`, negamax.rows.length >= 4);
    expect("negamax: the best row is the best move", negamax.rows[0].move === negamax.best);

    // Nibbler sends a stop for each change of the position, and waits for bestmove.
    send("setoption name Search value mcts", "setoption name MultiPV value 1");
    for (let i = 0; i < 20; i++) {
        send(`position fen ${i % 2 ? start : kiwipete}`, "go infinite", "stop");
        await until("bestmove");
    }
    send("quit");
    const status = await new Promise(resolve => engine.on("exit", resolve));
    expect(`exit status ${status}`, status === 0);
    console.log(failures === 0 ? "all is well" : `${failures} failures`);
    process.exit(failures === 0 ? 0 : 1);
}

main().catch(error => {
    console.error(error);
    process.exit(1);
});
