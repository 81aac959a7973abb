// ---- The page: where the reader is, and what that shows ----
//
// showData(data) shows the data of a page, and may be called again with new ones at any time. They are what `morpho
// page` writes: { program, human, losses, games: [{ tags, opening, positions }], curves, history, tree }, of which a
// page of one position has one game without tags, and a page of games has neither curves nor history nor tree. Each
// time another position is shown, the document gets an event "position", whose detail has the FEN of the position
// (fen), and the FEN (start) and the moves of UCI (moves) that lead to it. A move by hand that is neither in the game
// nor in the line brings an event "variation" after that.

const element = id => document.getElementById(id);
let data = null;
let games = []; // those that were prepared, by number
// `place` is a position of the game; `line` is null, or the moves of a line from there, { moves, at, from }, of which
// the first `at` are made; the way back leads to the position `from`.
let at = { game: 0, place: 0, line: null };
let strong = -1; // the candidate whose arrow stands out
let now = null; // what findNow() has found

// A game with what follows from its data: positions and moves as those of rules.js, SAN, and what is said of the moves.
function prepareGame({ tags, opening, positions }) {
    const parsed = positions.map(p => readFen(p.fen)), moves = [null], sans = [""], numbers = [""], judged = [null];
    for (let i = 1; i < positions.length; i++) {
        moves.push(moveOfUci(parsed[i - 1], positions[i].played));
        sans.push(sanOf(parsed[i - 1], moves[i]));
        numbers.push(numberText(parsed[i - 1], true));
        judged.push(judge(positions[i - 1], positions[i], data.losses));
    }
    judged[0] = { lost: 0, nag: 0, unclear: false, few: false };
    return { tags, opening, positions, parsed, moves, sans, numbers, judged,
        placeOf: new Map(parsed.map((p, i) => [positionKey(p), i])) };
}

const gameNow = () => games[at.game] ??= prepareGame(data.games[at.game]);

// The child of a node of the tree by a move.
const childOf = (node, position, uci) =>
    node && node.children.find(child => uciOf(moveOfUci(position, child.move)) === uci);

// What is on the board: the position, the last move, the moves of the line so far (path), and what the page knows: the
// number of a position of the game (known, -1 for none), and the node of the tree.
function findNow() {
    const game = gameNow(), path = at.line ? at.line.moves.slice(0, at.line.at) : [];
    let position = game.parsed[at.place], last = game.moves[at.place], node = at.place === 0 ? data.tree : null;
    for (const uci of path) {
        node = childOf(node, position, uci);
        last = moveOfUci(position, uci);
        position = playMove(position, last);
    }
    const known = path.length === 0 ? at.place : game.placeOf.get(positionKey(position)) ?? -1;
    return { game, position, last, path, known, node: known < 0 ? node : null };
}

// The moves of mcts at what is on the board, and the position, base and path to which they belong: of a position before
// the line if the page does not know this one.
function candidatesNow() {
    const { game, position, path, known, node } = now;
    if (node) {
        const visits = node.children.reduce((sum, child) => sum + child.visits, node.left_out_visits);
        return { position, path, own: true, moves: node.children.map(child => ({ move: moveOfUci(position, child.move),
            visits: child.visits, share: child.visits / visits, q: child.q, prior: child.prior.used,
            history: child.history, proven: Boolean(child.proof) })) };
    }
    const own = known >= 0, from = own ? position : game.parsed[at.place];
    const { moves, visits } = game.positions[own ? known : at.place].mcts;
    return { position: from, path: own ? path : [], own, moves: moves.map(m => ({ ...m, move: moveOfUci(from, m.move),
        share: visits > 0 ? m.visits / visits : 0 })) };
}

// The expected score of White at what is on the board, or null.
function scoreNow() {
    const { game, position, known, node } = now;
    return known >= 0 ? expectedOf(game.positions[known].mcts)
        : !node || node.q === null ? null : position.white ? 1 - node.q : node.q;
}

// What the page knows of a position of a line.
function knownText() {
    const { game, known, node } = now;
    if (known >= 0) {
        return known === 0 ? "This is the first position of the page." : "This is also a position of the game, after " +
            `${game.numbers[known]}${game.sans[known]}.`;
    }
    if (!node) {
        return "The page knows nothing of this position.";
    }
    const q = node.q === null ? "" : `, Q ${node.q.toFixed(3)} of the side that has just moved`;
    return `The tree of mcts has this position: ${grouped(node.visits)} visits${q}${node.proof ? ", proven" : ""}.`;
}

function describeBoard(moves) {
    const side = now.position.white ? "White" : "Black";
    const best = moves.length > 0 ? `Best move: ${sanOf(now.position, moves[0].move)}. ` : "";
    return `${side} to move. ${best}Position: ${writeFen(now.position)}`;
}

function drawBoard() {
    const { position, last, path, known, game } = now, { moves, own } = candidatesNow();
    const arrows = (own ? moves : []).filter((m, i) => i < 6 && m.share >= 0.01 || i === strong)
        .map(m => ({ move: m.move, share: m.share, q: m.q, strong: m === moves[strong] }));
    board.show({ position, last, arrows, white: scoreNow(), label: describeBoard(own ? moves : []) });
    const fen = path.length === 0 ? game.positions[known].fen : writeFen(position);
    if (element("fen").textContent !== fen) {
        element("fen").textContent = fen;
        element("hand-error").textContent = ""; // it was said of another position
    }
}

function drawLine() {
    const box = element("line"), { game } = now;
    box.hidden = !at.line;
    if (at.line) {
        const line = readLine(game.parsed[at.place], at.line.moves.join(" "));
        box.innerHTML = `<div class="moves">${lineHtml(line, at.place, [], at.line.at - 1)}</div>` +
            `<button type="button" id="leave">Back to the ${game.tags ? "game" : "position"}</button>`;
        showCurrent(box.firstChild);
    }
}

// Scrolls a list to its current item, if it cannot be seen.
function showCurrent(list) {
    const current = list.querySelector("[aria-current]");
    if (current) {
        const offset = current.offsetTop - list.offsetTop;
        if (offset < list.scrollTop || offset > list.scrollTop + list.clientHeight - 30) {
            list.scrollTop = offset - list.clientHeight / 2;
        }
    }
}

function drawPlace() {
    const { game, path } = now, inLine = path.length > 0;
    const mark = markText(game.judged[at.place]);
    element("place").textContent = inLine ? `Line, move ${path.length} of ${at.line.moves.length}`
        : at.place === 0 ? (game.tags ? "Start" : "The position") : game.numbers[at.place] + game.sans[at.place] + mark;
    element("verdict").innerHTML = inLine ? escaped(knownText()) : verdictHtml(game, at.place, data.human);
}

// The tables are those of the position before the line if the page does not know this one.
function drawTables() {
    const { game, position, path, known, node } = now, { moves, ...of } = candidatesNow();
    const info = game.positions[known >= 0 ? known : at.place];
    element("known").textContent = known >= 0 ? "" : "Of the position before the line.";
    element("searches").innerHTML = info.over
        ? `<tr><td>${overText(info, known >= 0 && known < game.positions.length - 1)}</td></tr>`
        : known >= 0 ? searchesHtml(info, position, at.place, path)
            : searchesHtml(info, game.parsed[at.place], at.place, []);
    element("few").textContent = info.over ? "" : fewText(info);
    element("candidates").innerHTML = candidatesHtml(moves, of.position, at.place, of.path);
    element("choices").classList.toggle("before", known < 0 && !node);
}

function drawGame() {
    const { game, path } = now;
    element("graph").innerHTML = graphHtml(game, at.place);
    element("moves").innerHTML = movesHtml(game, at.place, path.length > 0);
    showCurrent(element("moves"));
}

// Says of tables and lists that do not fit that they scroll.
function tellScrolling() {
    for (const box of document.querySelectorAll(".scroll, #moves, #tree")) {
        const wide = box.scrollWidth > box.clientWidth + 1, long = box.scrollHeight > box.clientHeight + 1;
        const next = box.nextElementSibling;
        const told = next?.classList.contains("scrolls") ? next : document.createElement("p");
        told.className = "hint scrolls";
        told.textContent = wide ? "This scrolls sideways." : long ? "This scrolls." : "";
        box.after(told);
    }
}

// Draws all that depends on where the reader is.
function draw() {
    now = findNow();
    strong = -1;
    drawBoard();
    drawLine();
    drawPlace();
    drawTables();
    if (now.game.tags) {
        drawGame();
    }
    tellScrolling();
    const detail = { fen: writeFen(now.position), start: now.game.positions[0].fen,
        moves: [...now.game.moves.slice(1, at.place + 1).map(uciOf), ...now.path] };
    document.dispatchEvent(new CustomEvent("position", { detail }));
}

// Draws what belongs to the game.
function drawReport() {
    const { tags, opening, positions, judged } = gameNow();
    const names = tags && data.games.length > 1 && `${tags.White || "White"} - ${tags.Black || "Black"}`;
    const about = tags ? [names, tags.Event, tags.Site, tags.Date, tags.Result] : [];
    element("about").textContent = [data.program, ...about].filter(Boolean).join(" \u00b7 ");
    element("game").hidden = element("report").hidden = !tags;
    element("games").hidden = data.games.length < 2;
    document.body.classList.toggle("of-game", Boolean(tags));
    if (!tags) {
        return;
    }
    element("game-list").innerHTML = gameListHtml(data.games, at.game);
    element("opening").textContent = opening ? `${opening.code} ${opening.name}` : "";
    const report = reportOf(positions, judged).map(r => ({ ...r, name: tags[r.player] }));
    element("figures").innerHTML = figuresHtml(report);
    element("rule").textContent = ruleText(report, data.losses);
}

// Draws what belongs to the search of a position. Moves of the tree that are open stay open.
function drawSearch() {
    const shown = Boolean(data.tree), root = gameNow().parsed[0];
    element("course").hidden = !shown || data.curves.playouts.length === 0;
    element("branches").hidden = element("learnt").hidden = !shown;
    if (!shown) {
        return;
    }
    const open = new Set([...document.querySelectorAll("#tree details[open]")].map(node => node.dataset.way));
    if (open.size === 0) {
        const [first] = data.tree.children, [second] = first ? first.children : [];
        open.add("").add(first?.move).add(second && `${first.move} ${second.move}`);
    }
    element("tree").replaceChildren(nodeElement(data.tree, [], open));
    element("curves").innerHTML = data.curves.playouts.length ? curvesHtml(data.curves, root) : "";
    element("history").innerHTML = historyHtml(data.history);
}

// Shows data. The reader stays where he is if `stays` is true and that place is there.
function showData(next, stays = false) {
    data = next;
    games = [];
    if (!stays || !data.games[at.game] || !data.games[at.game].positions[at.place]) {
        at = { game: 0, place: 0, line: null };
    }
    drawReport();
    drawSearch();
    draw();
}

// ---- Where the reader goes ----

function goTo(place) {
    at.place = Math.max(0, Math.min(gameNow().positions.length - 1, place));
    at.line = null;
    draw();
}

// Shows the position after the first moves of a line, and the line under the board.
function goInLine(place, moves, made) {
    const from = at.line ? at.line.from : at.place;
    at.place = place;
    at.line = { moves, at: Math.max(0, Math.min(moves.length, made)), from };
    draw();
}

function leaveLine() {
    goTo(at.line.from);
}

// A line with its moves as rules.js writes them.
function openLine(place, text, made) {
    goInLine(place, readLine(gameNow().parsed[place], text).map(m => uciOf(m.move)), made);
}

function goToGame(number) {
    at = { game: number, place: 0, line: null };
    drawReport();
    draw();
}

// A step goes through the line; a step back before its first move leaves it.
function step(name) {
    const { place, line } = at, last = gameNow().positions.length - 1;
    if (!line) {
        goTo({ first: 0, back: place - 1, on: place + 1, last }[name]);
    } else if (name === "back" && line.at === 0) {
        leaveLine();
    } else {
        goInLine(place, line.moves, { first: 0, back: line.at - 1, on: line.at + 1, last: line.moves.length }[name]);
    }
}

// Makes a move by hand: a step of the line or of the game if it is the next move there, else a line of its own.
function playByHand(move) {
    const uci = uciOf(move), { place, line } = at, next = gameNow().moves[place + 1];
    if (!line && next && uciOf(next) === uci) {
        goTo(place + 1);
    } else if (line && line.moves[line.at] === uci) {
        step("on");
    } else {
        goInLine(place, [...(line ? line.moves.slice(0, line.at) : []), uci], (line ? line.at : 0) + 1);
        document.dispatchEvent(new CustomEvent("variation"));
    }
}

// On a phone the board may be out of sight.
function showBoard() {
    element("board").scrollIntoView({ block: "nearest" });
}

// The buttons of moves are made anew with each position.
function focusMove(where) {
    document.querySelector(`${where} [aria-current]`)?.focus({ preventScroll: true });
}

// ---- Events ----

const board = makeBoard(element("board"), playByHand);
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

document.addEventListener("click", event => {
    const target = event.target.closest("[data-step], [data-place], [data-path], [data-game], #leave");
    if (!target) {
        return;
    }
    const { step: name, place, path, base, game } = target.dataset;
    if (name) {
        step(name);
    } else if (place) {
        goTo(Number(place));
        showBoard();
        focusMove("#moves");
    } else if (path) {
        event.preventDefault(); // in the tree it would open or close the move
        openLine(Number(base), path, Number(target.dataset.at));
        showBoard();
        focusMove(target.closest("#tree") ? "#none" : "#line");
    } else if (game) {
        goToGame(Number(game));
        focusMove("#game-list");
    } else {
        leaveLine();
    }
});

document.addEventListener("keydown", event => {
    if (!data || event.target.closest("input, textarea, select") || event.ctrlKey || event.altKey || event.metaKey) {
        return;
    }
    if (event.key === "Escape" && at.line) {
        leaveLine();
    } else if (keys[event.key]) {
        event.preventDefault();
        const list = event.target.closest("#moves, #line");
        step(keys[event.key]);
        if (list) {
            focusMove(at.line ? "#line" : "#moves");
        }
    }
});

function pointAt(event, out) {
    const row = event.target.closest("[data-arrow]");
    const wanted = row && !out ? Number(row.dataset.arrow) : -1;
    if (wanted !== strong) {
        strong = wanted;
        drawBoard();
    }
}
element("candidates").addEventListener("mouseover", event => pointAt(event, false));
element("candidates").addEventListener("mouseout", event => pointAt(event, true));
element("candidates").addEventListener("focusin", event => pointAt(event, false));
element("candidates").addEventListener("focusout", event => pointAt(event, true));

element("graph").addEventListener("click", event => {
    if (!event.target.closest("svg:not(.sample)")) {
        return; // the legend
    }
    const box = element("graph").querySelector("svg").getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * (graph.left + graph.width + 10);
    goTo(Math.round((x - graph.left) / graph.width * (gameNow().positions.length - 1)));
    showBoard();
});

element("hand").addEventListener("submit", event => {
    const input = element("move"), move = moveOfText(now.position, input.value);
    event.preventDefault();
    element("hand-error").textContent = move ? "" : `${input.value.trim() || "Nothing"} is not a legal move here.`;
    if (move) {
        input.value = "";
        playByHand(move);
    }
});
element("flip").addEventListener("click", () => board.flip());
element("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const scheme = root.style.colorScheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.style.colorScheme = scheme === "dark" ? "light" : "dark";
});
addEventListener("resize", tellScrolling);

// The page of `morpho serve` has no data at first.
const dataAtFirst = JSON.parse(element("data").textContent);
element("main").hidden = !dataAtFirst;
if (dataAtFirst) {
    showData(dataAtFirst);
}
