// Tests the scripts of the page that need no browser: page_rules.js MORPHO PAGE_FOLDER
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");

const [, , morpho, folder] = process.argv;
const scripts = ["rules.js", "report.js"].map(name => fs.readFileSync(path.join(folder, name), "utf8")).join("\n");
const page = new Function(`${scripts}; return { readFen, writeFen, legalMoves, playMove, sanOf, uciOf, moveOfUci,
    moveOfText, judge, phaseOf, figuresOf, positionKey };`)();
let failures = 0;

function expect(name, got, wanted) {
    if (got !== wanted) {
        console.log(`FAILED ${name}: ${got}, not ${wanted}`);
        failures++;
    }
}

const run = (...words) =>
    execFileSync(morpho, ["--no-config", ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

// ---- The rules, against the engine ----

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const positions = [[start, 3], ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3],
    ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4],
    ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3],
    ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3],
    ["rk5r/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w BGah - 0 1", 3],
    ["1r2k1r1/8/8/8/8/8/8/1R1K2R1 b GBgb - 0 1", 3]];

function perft(p, depth) {
    const moves = page.legalMoves(p);
    return depth === 1 ? moves.length : moves.reduce((sum, m) => sum + perft(page.playMove(p, m), depth - 1), 0);
}

for (const [fen, depth] of positions) {
    const wanted = Number(/^nodes (\d+)/m.exec(run("perft", String(depth), fen))[1]);
    expect(`perft of ${fen}`, perft(page.readFen(fen), depth), wanted);
}

// Games by a fixed rule: the engine has the same positions, and reads the SAN of each move.
for (const [fen] of positions) {
    let p = page.readFen(fen), seed = 7;
    const moves = [], sans = [];
    for (let ply = 0; ply < 80; ply++) {
        const legal = page.legalMoves(p);
        if (legal.length === 0) {
            break;
        }
        seed = (seed * 1103515245 + 12345) % 2147483648;
        const m = legal[Math.floor(seed / 65536) % legal.length];
        moves.push(page.uciOf(m));
        sans.push(page.sanOf(p, m));
        expect(`UCI of ${sans[ply]}`, page.uciOf(page.moveOfText(p, sans[ply])), page.uciOf(m));
        p = page.playMove(p, m);
    }
    const shown = run("setoption name UCI_Chess960 value true", `position fen ${fen} moves ${moves.join(" ")}`, "d");
    const same = page.positionKey(page.readFen(/^fen (.*)/m.exec(shown)[1]));
    expect(`a game from ${fen}`, page.positionKey(p), same);
    const pgn = path.join(process.env.TMPDIR || "/tmp", `page_rules.${process.pid}.pgn`);
    fs.writeFileSync(pgn, `[SetUp "1"]\n[FEN "${fen}"]\n[Variant "Chess960"]\n\n${sans.join(" ")} *\n`);
    const read = run("annotate", pgn, "nodes", "1").replace(/\{[^}]*\}|\([^)]*\)|\$\d+|\[.*\]|\d+\.+/g, " ");
    fs.unlinkSync(pgn);
    expect(`SAN of a game from ${fen}`, `${sans.join(" ")} *`, read.trim().split(/\s+/).join(" "));
}

const typed = (fen, text) => {
    const m = page.moveOfText(page.readFen(fen), text);
    return m && page.uciOf(m);
};
expect("a small letter", typed(start, " nf3"), "g1f3");
expect("small castling", typed("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "o-o"), "e1h1");
const bishops = "4k3/8/8/8/2p5/1P6/B7/B3K3 w - - 0 1";
expect("a pawn that is meant", typed(bishops, "bxc4"), "b3c4");
expect("a bishop that is meant", typed(bishops, "bb2"), "a1b2");
expect("a small letter for two", typed("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "rf1"), "h1f1");
expect("no one move", typed("4k3/8/8/8/8/8/3K4/R6R w - - 0 1", "re1"), undefined);

// ---- Mistakes ----

const losses = { 6: 0.05, 2: 0.1, 4: 0.2 };
const opinion = (white, more) => ({ kind: "centipawns", score: 0, win: white, draw: 0, loss: 1 - white, nodes: 1e6,
    visits: 1e6, line: "e2e4", ...more });
const position = (mcts, negamax, side = "w", more = {}) =>
    ({ fen: `8/8/8/8/8/8/8/8 ${side} - - 0 1`, over: false, played: "d2d4", mcts, negamax, ...more });
const judged = (before, after) => page.judge(position(...before), position(...after), losses);

const fair = [opinion(0.6), opinion(0.6)];
expect("both see a blunder", judged(fair, [opinion(0.3), opinion(0.35)]).nag, 4);
expect("they lose the lesser", judged(fair, [opinion(0.3), opinion(0.45)]).lost.toFixed(2), "0.15");
expect("the lesser sign counts", judged(fair, [opinion(0.3), opinion(0.53)]).nag, 6);
expect("one alone is no proof", judged(fair, [opinion(0.3), opinion(0.6)]).nag, 0);
expect("one alone is unclear", judged(fair, [opinion(0.3), opinion(0.6)]).unclear, true);
expect("one alone by little is nothing", judged(fair, [opinion(0.53), opinion(0.6)]).unclear, false);
const first = opinion(0.6, { line: "d2d4" });
expect("the best move of one", judged([first, opinion(0.6)], [opinion(0.1), opinion(0.1)]).nag, 0);
const mate = score => opinion(score > 0 ? 1 : 0, { kind: "mate", score });
expect("a mate shows it", judged(fair, [opinion(0.6), mate(-2)]).nag, 4);
expect("a mate that is missed shows it", judged([mate(3), opinion(0.6)], [opinion(0.6), opinion(0.5)]).nag, 4);
expect("so do tables", judged(fair, [opinion(0.6), opinion(0.5, { score: -19990 })]).nag, 4);
expect("Black", judged([...fair, "b"], [opinion(0.8), opinion(0.9), "w"]).nag, 4);
expect("many nodes", judged(fair, fair).few, false);
expect("few nodes", judged(fair, [opinion(0.6), opinion(0.6, { nodes: 9999 })]).few, true);
expect("the accuracy of nothing lost", page.figuresOf([{ lost: 0 }]).accuracy, 1);
expect("a half", page.figuresOf([{ lost: 0.16 }]).accuracy, 0.5);
expect("opening", page.phaseOf(start), "opening");
expect("middlegame", page.phaseOf(start.replace("0 1", "0 11")), "middlegame");
expect("endgame", page.phaseOf("r1b1k3/pppppppp/8/8/8/8/PPPPPPPP/RNB1K1N1 w - - 0 4"), "endgame");
expect("one piece more", page.phaseOf("r1b1k3/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBN1 w - - 0 4"), "opening");

process.exit(failures === 0 ? 0 : 1);
