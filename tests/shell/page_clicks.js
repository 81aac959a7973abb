// Clicks through pages in Chromium: page_clicks.js CHROMIUM MORPHO FOLDER. The folder has the pages game.html,
// games.html, search.html, castling.html and promotion.html, and gets pictures.
"use strict";
const { execFileSync } = require("child_process");
const path = require("path");
const { Browser, pause } = require("./browser.js");

const [, , chromium, morpho, folder] = process.argv;
const desk = { width: 1280, height: 900, touch: false, dark: false };
const phone = { width: 390, height: 844, touch: true, dark: true };
let failures = 0;

function expect(name, got, wanted) {
    if (got !== wanted) {
        console.log(`FAILED ${name}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
        failures++;
    }
}

const check = (name, good) => expect(name, Boolean(good), true);
const text = (tab, selector) => tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`);
const shown = (tab, selector) =>
    tab.evaluate(`document.querySelector(${JSON.stringify(selector)})?.getClientRects().length > 0`);
const boardOf = async tab => (await text(tab, "#fen")).split(" ").slice(0, 2).join(" ");

// The board and side after moves, as the engine knows them.
function boardAfter(fen, moves) {
    const out = execFileSync(morpho, ["--no-config", "setoption name UCI_Chess960 value true",
        `position fen ${fen} moves ${moves}`, "d"], { encoding: "utf8" });
    return /^fen (\S+ \S)/m.exec(out)[1];
}

// Plays a whole line of buttons, by `press` on its moves and by the arrow keys, and goes back.
async function playLine(tab, name, selector, press) {
    const back = await boardOf(tab);
    const buttons = await tab.evaluate(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map(b => ({ ...b.dataset }))`);
    check(`${name} has moves`, buttons.length > 0);
    if (buttons.length === 0) {
        return;
    }
    const { path: moves, base } = buttons[buttons.length - 1];
    const start = await tab.evaluate(`gameNow().positions[${base}].fen`), played = moves.split(" ");
    await press(selector);
    const first = Number(buttons[0].at), after = count => boardAfter(start, played.slice(0, count).join(" "));
    expect(`${name}: a click on its first move`, await boardOf(tab), after(first));
    check(`${name}: the line is under the board`, await shown(tab, "#line"));
    for (let i = first + 1; i <= played.length; i++) {
        await tab.key("ArrowRight");
        expect(`${name}: move ${i}`, await boardOf(tab), after(i));
    }
    await tab.key("ArrowLeft");
    expect(`${name}: a step back`, await boardOf(tab), after(-1));
    await press("#leave");
    expect(`${name}: the way back`, await boardOf(tab), back);
    check(`${name}: the line is closed`, !await shown(tab, "#line"));
}

// What must hold of each page at each width.
async function checkLook(tab, name) {
    check(`${name}: it is not wider than the window`,
        await tab.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    const found = (selector, test, what) => tab.evaluate(`[...document.querySelectorAll("${selector}")]
        .filter(box => ${test}).map(box => ${what}).join()`);
    const wide = "box.scrollWidth > box.clientWidth + 1", long = "box.scrollHeight > box.clientHeight + 1";
    expect(`${name}: moves that break`,
        await found(".move, .whole", "box.getClientRects().length > 1", "box.textContent"), "");
    expect(`${name}: what scrolls without a word`, await found(".scroll, #moves, #tree",
        `(${wide} || ${long}) && !box.nextElementSibling.textContent.includes("scrolls")`, "box.id"), "");
    expect(`${name}: columns that are lost`, await found(".scroll", wide, "box.firstElementChild.id"), "");
}

async function tryGame(tab, name, press) {
    await press("#moves [data-place='3']");
    expect(`${name}: the place`, await text(tab, "#place"), "2.\u00a0g4??");
    check(`${name}: the verdict`, (await text(tab, "#verdict")).includes("blunder"));
    check(`${name}: the opening`, (await text(tab, "#opening")).startsWith("A00 Barnes Opening"));
    await playLine(tab, `${name}: the better line`, "#verdict .move", press);
    await press("#moves [data-place='2']");
    await playLine(tab, `${name}: the line of mcts`, "#searches tbody tr:last-child td:nth-child(2) .move", press);
    await playLine(tab, `${name}: the line of negamax`, "#searches tbody tr:last-child td:nth-child(3) .move", press);
    await playLine(tab, `${name}: a candidate`, "#candidates tr:nth-child(2) .move", press);
    await tab.key("Home");
    expect(`${name}: Home`, await text(tab, "#place"), "Start");
    check(`${name}: the figures`, (await text(tab, "#figures")).includes("F (White)"));
    check(`${name}: the rule`, (await text(tab, "#rule")).includes("both searches agree"));
}

// Moves by hand: the game's own move, then a variation, which knows a position of the game.
async function tryHand(tab, name, move) {
    await move("f2", "f3");
    expect(`${name}: the move of the game`, await text(tab, "#place"), "1.\u00a0f3?");
    await move("e7", "e6");
    expect(`${name}: another move`, await boardOf(tab), "rnbqkbnr/pppp1ppp/4p3/8/8/5P2/PPPPP1PP/RNBQKBNR w");
    check(`${name}: nothing is known of it`, (await text(tab, "#verdict")).includes("knows nothing"));
    await move("f3", "f5");
    expect(`${name}: no illegal move`, await boardOf(tab), "rnbqkbnr/pppp1ppp/4p3/8/8/5P2/PPPPP1PP/RNBQKBNR w");
    await move("g2", "g4");
    await tab.key("Escape");
    expect(`${name}: Escape leads back`, await text(tab, "#place"), "1.\u00a0f3?");
    await tab.key("Home");
}

async function tryDesk(browser, url) {
    const tab = await browser.open(url("game"), desk);
    const click = selector => tab.click(selector);
    await tryGame(tab, "desk", click);
    await tryHand(tab, "drag", async (from, to) => tab.press(await tab.square(from), await tab.square(to)));
    await tryHand(tab, "two clicks", async (from, to) => {
        await tab.press(await tab.square(from));
        await tab.press(await tab.square(to));
    });
    for (const move of ["g4", "e5", "f3"]) {
        await click("#move");
        await tab.type(move);
        await tab.key("Enter");
    }
    const known = await text(tab, "#verdict");
    check("a transposition is known", known.includes("a position of the game, after 2.\u00a0g4"));
    await click("#flip");
    expect("flipped: a1 is on the right", await tab.evaluate(`[...document.querySelectorAll("#board text")]
        .find(t => t.textContent === "a").getAttribute("x")`), "75");
    const ground = () => tab.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await click("#theme");
    check("dark / light", await ground() !== light);
    await click("#theme");
    await checkLook(tab, "desk");
    await tab.picture(path.join(folder, "desk.png"));
    expect("faults at the desk", tab.faults.join("\n"), "");
    await tab.close();
}

async function tryPhone(browser, url) {
    const tab = await browser.open(url("game"), phone);
    await tryGame(tab, "phone", selector => tab.tap(selector));
    await tryHand(tab, "taps", async (from, to) => {
        await tab.touch(await tab.square(from));
        await tab.touch(await tab.square(to));
    });
    await tryHand(tab, "touch and drag", async (from, to) =>
        tab.touch(await tab.square(from), await tab.square(to)));
    await tab.tap("#moves [data-place='2']");
    check("phone: the board comes into sight",
        await tab.evaluate(`document.querySelector("#board").getBoundingClientRect().top > -1`));
    await checkLook(tab, "phone");
    await tab.picture(path.join(folder, "phone.png"));
    expect("faults on the phone", tab.faults.join("\n"), "");
    await tab.close();
}

// Tab, Enter, arrows and letters alone.
async function tryKeyboard(browser, url) {
    const tab = await browser.open(url("game"), { ...desk, dark: true });
    const focused = selector => tab.evaluate(`Boolean(document.activeElement.matches(${JSON.stringify(selector)}))`);
    const reach = async selector => {
        for (let i = 0; i < 200 && !await focused(selector); i++) {
            await tab.key("Tab");
        }
        check(`the keyboard reaches ${selector}`, await focused(selector));
    };
    await tab.key("ArrowRight");
    await tab.key("ArrowRight");
    expect("arrows go through the game", await text(tab, "#place"), "1...\u00a0e5");
    const line = "#searches tbody tr:last-child td:nth-child(3) .move";
    await playLine(tab, "keyboard: a line", line, async selector => {
        await reach(selector);
        await tab.key("Enter");
    });
    await reach("#move");
    await tab.type("Qh5");
    await tab.key("Enter");
    check("a wrong move is told", (await text(tab, "#hand-error")).includes("not a legal move"));
    await tab.evaluate(`document.querySelector("#move").value = ""`);
    await tab.type("e2e4");
    await tab.key("Enter");
    expect("what was wrong is not said any more", await text(tab, "#hand-error"), "");
    expect("a move that was typed", await boardOf(tab), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5P2/PPPP2PP/RNBQKBNR b");
    await tab.key("Tab");
    await tab.key("Escape");
    expect("Escape", await text(tab, "#place"), "1...\u00a0e5");
    await checkLook(tab, "keyboard");
    expect("faults with the keyboard", tab.faults.join("\n"), "");
    await tab.close();
}

async function trySearch(browser, url, look, press) {
    const tab = await browser.open(url("search"), look), name = `search at ${look.width}`;
    const own = press(tab);
    await playLine(tab, `${name}: the line of mcts`, "#searches tbody tr:last-child td:nth-child(2) .move", own);
    await playLine(tab, `${name}: the line of negamax`, "#searches tbody tr:last-child td:nth-child(3) .move", own);
    // The tree is open at its first moves.
    await own("#tree > details > details:nth-of-type(2) > summary");
    await pause(50);
    const deep = "#tree > details > details:nth-of-type(2) > :nth-child(2) .move";
    await playLine(tab, `${name}: a move of the tree`, deep, own);
    await own(deep);
    const known = await text(tab, "#verdict");
    check(`${name}: the tree knows the position`, known.startsWith("The tree of mcts has this position"));
    check(`${name}: its candidates`, await shown(tab, "#candidates tbody tr"));
    await own("#leave");
    check(`${name}: the course`, await shown(tab, "#curves polyline"));
    // As after a long search.
    await tab.evaluate(`document.querySelectorAll("#candidates td:nth-child(2)").forEach(cell =>
        { cell.textContent = "12,345,678"; })`);
    await checkLook(tab, name);
    await tab.picture(path.join(folder, `search${look.width}.png`));
    expect(`${name}: faults`, tab.faults.join("\n"), "");
    await tab.close();
}

async function trySpecialMoves(browser, url) {
    const tab = await browser.open(url("castling"), desk);
    const drag = async (page, from, to) => page.press(await page.square(from), await page.square(to));
    await drag(tab, "e1", "g1");
    expect("castling by the king's square", await boardOf(tab), "r3k2r/8/8/3pP3/8/8/8/R4RK1 b");
    await tab.key("Escape");
    await drag(tab, "e1", "a1");
    expect("castling by the rook", await boardOf(tab), "r3k2r/8/8/3pP3/8/8/8/2KR3R b");
    await tab.key("Escape");
    await drag(tab, "e5", "d6");
    expect("en passant", await boardOf(tab), "r3k2r/8/3P4/8/8/8/8/R3K2R b");
    await tab.close();
    const other = await browser.open(url("promotion"), desk);
    await drag(other, "b7", "b8");
    expect("pieces to choose", await other.evaluate(`document.querySelectorAll(".choice button").length`), 4);
    await other.click(".choice [aria-label=knight]");
    expect("a knight", await boardOf(other), "1N5k/8/8/8/8/8/8/K7 b");
    await other.close();
}

async function tryGames(browser, url) {
    const tab = await browser.open(url("games"), desk);
    expect("games in the list", await tab.evaluate(`document.querySelectorAll("[data-game]").length`), 2);
    await tab.click("[data-game='1']");
    check("the second game", (await text(tab, "#about")).includes("Second - Black"));
    await tab.key("ArrowRight");
    expect("its first move", await text(tab, "#place"), "31.\u00a0d4");
    // Other data at any time, as a server sends them.
    await tab.evaluate("showData(data, true)");
    expect("the reader stays", await text(tab, "#place"), "31.\u00a0d4");
    await tab.evaluate("showData(data)");
    expect("or begins anew", await text(tab, "#place"), "Start");
    await checkLook(tab, "games");
    expect("faults of games", tab.faults.join("\n"), "");
    await tab.close();
    const small = await browser.open(url("games"), phone);
    await small.tap("[data-game='1']");
    check("the phases", (await text(small, "#figures")).includes("middlegame"));
    await checkLook(small, "games on the phone");
    await small.picture(path.join(folder, "games390.png"));
    await small.close();
}

async function main() {
    const browser = new Browser(chromium);
    const url = name => `file://${path.join(folder, name)}.html`;
    try {
        await tryDesk(browser, url);
        await tryPhone(browser, url);
        await tryKeyboard(browser, url);
        await trySearch(browser, url, desk, tab => selector => tab.click(selector));
        await trySearch(browser, url, phone, tab => selector => tab.tap(selector));
        await trySpecialMoves(browser, url);
        await tryGames(browser, url);
    } finally {
        await browser.close();
    }
    process.exit(failures === 0 ? 0 : 1);
}

main().catch(error => {
    console.log(`FAILED ${error.stack}`);
    process.exit(1);
});
