// ---- The page of `morpho serve`: what is asked for, and the events that show what is found ----
//
// An event has the data of a page, and `live`: whether something is searched (searching), whether a game waits behind a
// position (waits), the number of the position or game that is shown (number), and its line, a FEN or startpos with
// moves (line), or the plies of the game (plies). Data without games have nothing to show yet.

const startFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
let live = null; // of the last event
let shown = 0; // the number of what is on the page
let left = null; // the game that was on the page last, and the place in it: { number, place }
let newest = null; // the text of an event that is not shown yet
let resting = false;
let inHand = false;

// A text that is set again would be read aloud again.
function say(text) {
    if (element("state").textContent !== text) {
        element("state").textContent = text;
    }
}

async function ask(path, body = "") {
    try {
        const answer = await fetch(path, { method: "POST", body });
        element("wrong").textContent = answer.ok ? "" : await answer.text();
        return answer.ok;
    } catch {
        element("wrong").textContent = "Morpho does not answer; has it ended?";
        return false;
    }
}

const look = text => ask("/put", text);

// A line with more moves behind it.
function lineWith(line, moves) {
    return moves.length === 0 ? line : `${line}${/ moves( |$)/.test(line) ? "" : " moves"} ${moves.join(" ")}`;
}

// The line of what is on the board.
function lineNow() {
    const { game, path } = now;
    return data.live.line ? lineWith(data.live.line, path)
        : lineWith(`fen ${game.positions[0].fen}`, [...game.moves.slice(1, at.place + 1).map(uciOf), ...path]);
}

function lineBefore(line) {
    const [first, moves] = line.split(" moves ");
    return lineWith(first, moves.split(" ").slice(0, -1));
}

// The moves of the line that is searched.
function playedText() {
    const [first, moves] = live.line.split(" moves ");
    const fen = first.startsWith("startpos") ? startFen : first.slice("fen ".length);
    return readLine(readFen(fen), moves || "").map(m => m.number + m.san).join(" ");
}

const canUndo = () => Boolean(live && live.line && / moves ./.test(live.line));

function drawLive() {
    const moved = live.line ? playedText() : "", known = data ? data.games[0].positions.length : 1;
    element("stop").disabled = !live.searching;
    element("on").disabled = live.searching || !data || known > live.plies;
    element("undo").disabled = !canUndo();
    element("return").hidden = !live.waits;
    const what = live.line ? moved && ` after ${moved}` :
        live.plies ? `; ${known - 1} of ${live.plies} plies are known` : "";
    say(`${live.searching ? "Both searches are at work" : "Nothing is searched"}${what}.`);
}

// The button that has the focus is made anew with the data. It is found again by its place.
function keepFocus(change) {
    const focused = document.activeElement;
    const box = focused && focused.closest("#searching, #choices, #line, #moves, #tree, #game-list");
    const all = () => [...box.querySelectorAll("button, summary, [tabindex]")];
    const index = box ? all().indexOf(focused) : -1;
    change();
    if (index >= 0 && !document.contains(focused)) {
        all()[index]?.focus({ preventScroll: true });
    }
}

function showEvent(next) {
    if (!live && !next.games && !next.live.searching && !next.live.waits) {
        look("startpos"); // nobody has asked for anything yet
    }
    live = next.live;
    if (next.games && next.games[0].positions.length > 0) {
        const stays = next.live.number === shown;
        if (!stays && data && data.live.plies) {
            left = { number: shown, place: at.line ? at.line.from : at.place };
        }
        shown = next.live.number;
        element("main").hidden = false;
        keepFocus(() => showData(next, stays));
        if (!stays && left && left.number === shown) {
            goTo(left.place);
        }
    }
    drawLive();
}

// Shows the newest event, unless a piece is in the hand, and then waits for three times as long as that took: a slow
// browser has time for its reader.
async function showNewest() {
    while (newest !== null && !resting && !inHand) {
        const begun = performance.now(), next = JSON.parse(newest);
        newest = null;
        showEvent(next);
        resting = true;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        await new Promise(done => setTimeout(done, 3 * (performance.now() - begun)));
        resting = false;
    }
}

function take(event) {
    newest = event.data;
    showNewest();
}

function release() {
    inHand = false;
    showNewest();
}

document.addEventListener("position", () => {
    element("here").disabled = Boolean(data.live.line) && now.path.length === 0;
});
document.addEventListener("variation", async () => {
    if (!await look(lineNow())) {
        leaveLine();
    }
});

document.addEventListener("pointerdown", event => {
    inHand = Boolean(event.target.closest("#board"));
});
document.addEventListener("pointerup", () => setTimeout(release));
document.addEventListener("pointercancel", () => setTimeout(release));

element("ask").addEventListener("submit", async event => {
    event.preventDefault();
    if (await look(element("input").value)) {
        element("input").value = "";
    }
});
element("on").addEventListener("click", () => ask("/go", element("seconds").value));
element("stop").addEventListener("click", () => ask("/stop"));
element("undo").addEventListener("click", () => canUndo() && look(lineBefore(live.line)));
element("here").addEventListener("click", () => look(lineNow()));
element("return").addEventListener("click", () => ask("/back"));

const events = new EventSource("/events");
events.addEventListener("message", take);
events.addEventListener("error", () => {
    shown = 0; // another program may answer, which counts anew
    left = null;
    say("Morpho does not answer. The page tries again.");
});
