// Clicks on the page of `morpho serve` in Chromium: serve_page.js CHROMIUM MORPHO [FOLDER]. The folder gets pictures.
"use strict";
const { spawn } = require("child_process");
const path = require("path");
const { Browser, pause } = require("./browser.js");

const [, , chromium, morpho, folder] = process.argv;
const desk = { width: 1280, height: 900, touch: false, dark: false };
const phone = { width: 390, height: 844, touch: true, dark: true };
const skipped = 77;
const game = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n';
let failures = 0;

function complain(text) {
    console.log(`FAILED ${text}`);
    failures++;
}

// The address of a new server; null if the library is missing.
function begin() {
    const server = spawn(morpho, ["--no-config", "serve", "--port", "0", "nodes", "2000"],
        { stdio: ["ignore", "pipe", "pipe"] });
    return new Promise(done => {
        let errors = "";
        server.stderr.on("data", bytes => { errors += bytes; });
        server.stdout.once("data", bytes => done({ server, url: bytes.toString().trim() }));
        server.once("exit", () => done({ server, url: null, errors }));
    });
}

// Waits until an expression is true in the page.
async function wait(tab, name, expression) {
    for (let i = 0; i < 600; i++) {
        if (await tab.evaluate(`Boolean(${expression})`)) {
            return;
        }
        await pause(100);
    }
    complain(`${name}: ${await tab.evaluate('element("state").textContent + " " + element("wrong").textContent')}`);
}

const picture = (tab, name) => folder ? tab.picture(path.join(folder, `${name}.png`)) : null;
const nodesOf = search => `data && data.games[0].positions[0].${search}.nodes`;

async function put(tab, text) {
    await tab.evaluate('element("input").focus()');
    await tab.type(text);
    await tab.click("#ask button");
}

async function lookAtAPosition(tab, look) {
    await wait(tab, "it begins with the start position",
        `data && live.line === "startpos" && ${nodesOf("negamax")} > 0`);
    const before = await tab.evaluate(`[${nodesOf("mcts")}, ${nodesOf("negamax")}]`);
    await wait(tab, "both searches grow", `${nodesOf("mcts")} > ${before[0]} && ${nodesOf("negamax")} > ${before[1]}`);
    await wait(tab, "there is a tree", '!element("branches").hidden && element("tree").childElementCount > 0');
    await picture(tab, "serve-position");
    await tab.evaluate('element("move").focus()');
    await tab.type("e4");
    await tab.key("Enter");
    await wait(tab, "a move by hand is searched", 'data.live.line === "startpos moves e2e4" && live.searching');
    await wait(tab, "the moves are told", 'element("state").textContent.includes("e4")');
    await (look.touch ? tab.touch : tab.press).call(tab, await tab.square("e7"), await tab.square("e5"));
    await wait(tab, "one on the board", 'data.live.line === "startpos moves e2e4 e7e5"');
    await tab.click("#undo");
    await wait(tab, "it is taken back", 'data.live.line === "startpos moves e2e4"');
    await tab.click("#stop");
    await wait(tab, "it stops", "!live.searching");
    const stopped = await tab.evaluate(nodesOf("mcts"));
    await tab.click("#on");
    await wait(tab, "it goes on", `live.searching && ${nodesOf("mcts")} > ${stopped}`);
}

async function lookAtALine(tab) {
    await tab.click("#stop");
    await wait(tab, "it stops", "!live.searching");
    await tab.click("#searches tr:last-child .move");
    await tab.key("ArrowRight");
    await tab.key("ArrowRight");
    await wait(tab, "a line is shown and not searched", "now.path.length === 3 && !live.searching");
    await tab.click("#here");
    await wait(tab, "it is searched", 'data.live.line.split(" ").length === 6 && live.searching');
}

async function lookAtAGame(tab) {
    await put(tab, game);
    await wait(tab, "the game grows", "data.live.plies === 7");
    await wait(tab, "the whole game", "data.games[0].positions.length === 8 && !live.searching");
    await picture(tab, "serve-game");
    await tab.click('#moves [data-place="5"]');
    await wait(tab, "the board is in sight", 'element("board").getBoundingClientRect().top > -1');
    await tab.click("#here");
    await wait(tab, "a position of it", 'data.live.line && data.live.line.endsWith("h5 b8c6 f1c4") && live.waits');
    await tab.click("#return");
    await wait(tab, "the game again, where it was left", "data.live.plies === 7 && at.place === 5");
    await put(tab, "8/8/8 w");
    await wait(tab, "a reason", 'element("wrong").textContent.includes("3 ranks")');
    await tab.evaluate('element("input").value = ""');
}

async function main() {
    const { server, url, errors } = await begin();
    if (!url) {
        console.log(errors);
        return errors.includes("libmicrohttpd cannot be loaded") ? skipped : 1;
    }
    const browser = new Browser(chromium);
    try {
        for (const look of [desk, phone]) {
            const tab = await browser.open(url, look);
            if (look === phone) {
                await put(tab, "startpos");
            }
            await lookAtAPosition(tab, look);
            await lookAtALine(tab);
            await lookAtAGame(tab);
            await picture(tab, `serve-${look.width}`);
            if (await tab.evaluate("document.documentElement.scrollWidth > innerWidth")) {
                complain(`the page is wider than ${look.width} pixels`);
            }
            tab.faults.forEach(fault => complain(fault));
            if (look === phone) {
                server.kill("SIGTERM");
                await wait(tab, "the page tells that the program has ended",
                    'element("state").textContent.includes("not answer")');
            }
            await tab.close();
        }
    } finally {
        await browser.close();
        server.kill("SIGTERM");
    }
    return failures > 0 ? 1 : 0;
}

main().then(status => process.exit(status), error => {
    console.log(`FAILED ${error.stack}`);
    process.exit(1);
});
