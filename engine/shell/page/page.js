"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const positions = data.positions;
const element = id => document.getElementById(id);
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = text => String(text).replace(/[&<>"]/g, c => escapes[c]);
const percent = part => (100 * part).toFixed(1) + "%";
const signed = (number, digits) => (number < 0 ? "\u2212" : "+") + Math.abs(number).toFixed(digits);
const signs = { 6: "?!", 2: "?", 4: "??" };
const words = { 6: "inaccuracy", 2: "mistake", 4: "blunder" };
const curveColours = ["#2f7fd0", "#d0762f", "#3f9e5a", "#b04fb8", "#c4484e", "#8b8f2d"];
let place = 0;
let turned = false;
let chosen = null; // the move of the table whose arrow stands out

// ---- The board ----

// Shapes in a box of 45 by 45.
const shapes = {
    p: '<circle cx="22.5" cy="14" r="5.5"/><path d="M14 38H31V34Q27 30 26 20H19Q18 30 14 34Z"/>',
    r: '<path d="M11 38H34V34H31L30 18H33V9H28.5V12.5H25V9H20V12.5H16.5V9H12V18H15L14 34H11Z"/>',
    n: '<path d="M13 38H33C34 26 32 13 22 9L19 5.5L18 11C14 14.5 12 20 10 25L12.5 29L16 27.5' +
        'L22 23.5C22 29 15 31 13 38Z"/><circle cx="19.5" cy="15.5" r="1"/>',
    b: '<path d="M22.5 10C31 16 31.5 24 27.5 29L28.5 33H33V38H12V33H16.5L17.5 29C13.5 24 14 16 22.5 10Z"/>' +
        '<circle cx="22.5" cy="7.5" r="2.6"/><path d="M22.5 17V25M18.5 21H26.5" fill="none"/>',
    q: '<path d="M12.5 31L8 14L15.5 23L17 10L22.5 22L28 10L29.5 23L37 14L32.5 31L34 38H11Z"/>' +
        '<circle cx="8" cy="12" r="2.2"/><circle cx="17" cy="8" r="2.2"/>' +
        '<circle cx="28" cy="8" r="2.2"/><circle cx="37" cy="12" r="2.2"/>',
    k: '<path d="M21 3H24V5.5H27V8.5H24V12H21V8.5H18V5.5H21Z"/>' +
        '<path d="M22.5 12C26 12 28 15 27 18C31 14 38 16 37 22C36.5 26 33 28 32 31L34 38H11L13 31' +
        'C12 28 8.5 26 8 22C7 16 14 14 18 18C17 15 19 12 22.5 12Z"/>'
};

// The corner of a square, which is a name such as e4, on a board of 80 by 80.
function corner(square) {
    const file = square.charCodeAt(0) - 97, rank = square.charCodeAt(1) - 49;
    return turned ? [10 * (7 - file), 10 * rank] : [10 * file, 10 * (7 - rank)];
}

function arrow(move, share, q, strong) {
    const [x1, y1] = corner(move.slice(0, 2)).map(x => x + 5);
    const [x2, y2] = corner(move.slice(2, 4)).map(x => x + 5);
    const length = Math.hypot(x2 - x1, y2 - y1), width = 0.5 + 2.2 * Math.sqrt(share);
    if (length === 0) {
        return "";
    }
    const ux = (x2 - x1) / length, uy = (y2 - y1) / length, head = 1.5 + width;
    const bx = x2 - head * ux, by = y2 - head * uy, side = 0.5 * width + 1;
    const colour = `hsl(${Math.round(120 * q)} 75% 38%)`;
    return `<g opacity="${strong ? 0.95 : 0.7}" stroke="${colour}" fill="${colour}">` +
        `<line x1="${x1}" y1="${y1}" x2="${bx}" y2="${by}" stroke-width="${width}"/>` +
        `<polygon stroke="none" points="${x2},${y2} ${bx - side * uy},${by + side * ux} ` +
        `${bx + side * uy},${by - side * ux}"/></g>`;
}

function pieces(fen) {
    let shown = "";
    fen.split(" ")[0].split("/").forEach((row, down) => {
        let file = 0;
        for (const c of row) {
            if (c >= "1" && c <= "8") {
                file += Number(c);
                continue;
            }
            const [x, y] = corner("abcdefgh"[file++] + (8 - down));
            shown += `<g class="${c < "a" ? "white" : "black"}" ` +
                `transform="translate(${x} ${y}) scale(.2222)">${shapes[c.toLowerCase()]}</g>`;
        }
    });
    return shown;
}

function squares(now) {
    let shown = "";
    for (let i = 0; i < 64; i++) {
        const name = "abcdefgh"[i % 8] + (1 + (i >> 3)), [x, y] = corner(name);
        shown += `<rect class="${(i + (i >> 3)) % 2 ? "lightsq" : "darksq"}" x="${x}" y="${y}" width="10" height="10"/>`;
        if (now.move && (now.move.startsWith(name) || now.move.slice(2, 4) === name)) {
            shown += `<rect class="lastsq" x="${x}" y="${y}" width="10" height="10"/>`;
        }
    }
    for (let i = 0; i < 8; i++) {
        const at = 10 * (turned ? 7 - i : i) + 5;
        shown += `<text x="${at}" y="83.3" text-anchor="middle">${"abcdefgh"[i]}</text>`;
        shown += `<text x="-2.3" y="${81 - at}" text-anchor="middle">${i + 1}</text>`;
    }
    return shown;
}

// Win, draw and loss of White beside the board are one bar: the expected score.
function scale(white) {
    const part = 80 * white, low = turned ? 0 : 80 - part;
    return `<rect class="scale" x="81.5" y="0" width="3" height="80"/>` +
        `<rect class="scale" x="81.5" y="${low}" width="3" height="${part}"/>` +
        `<rect class="frame" x="81.5" y="0" width="3" height="80"/>`;
}

// Why a position was not searched. Players need not claim a draw.
function overText(now) {
    return now.mcts.kind === "mate" ? "Checkmate." :
        place < positions.length - 1 ? "A draw by rule, though the game goes on." : "The game is over.";
}

function describeBoard(now) {
    const side = now.fen.split(" ")[1] === "w" ? "White" : "Black";
    const best = now.mcts.moves[0];
    return `${side} to move. ${best ? "Best move: " + best.san : overText(now)} Position: ${now.fen}`;
}

function drawBoard() {
    const now = positions[place];
    const arrows = now.mcts.moves.filter((m, i) => i < 6 && m.share >= 0.01 || m.san === chosen)
        .map(m => arrow(m.move, m.share, m.q, m.san === chosen)).reverse().join("");
    element("board").innerHTML = `<svg viewBox="-4 -1 89.5 86" role="img" aria-label="${escaped(describeBoard(now))}">` +
        `${squares(now)}${pieces(now.fen)}${arrows}${scale(now.mcts.white)}</svg>`;
    element("fen").textContent = now.fen;
}

// ---- Tables ----

function scoreText(o) {
    if (o.kind === "mate") {
        return o.score === 0 ? "mate" : `mate in ${Math.abs(o.score)} by ${o.score > 0 ? "White" : "Black"}`;
    }
    return Math.abs(o.score) > 10000 ? `${o.score > 0 ? "White" : "Black"} wins by the tables` : signed(o.score / 100, 2);
}

// A line with the numbers of its moves.
function lineText(fen, line) {
    const fields = fen.split(" ");
    let number = Number(fields[5]), white = fields[1] === "w";
    return line.map((m, i) => {
        const before = white ? `${number}. ` : i === 0 ? `${number}... ` : "";
        number += white ? 0 : 1;
        white = !white;
        return before + m.san;
    }).join(" ");
}

function drawSearches() {
    const now = positions[place], a = now.mcts, b = now.negamax;
    const row = (name, cell) => `<tr><th scope="row">${name}</th><td>${cell(a)}</td><td>${cell(b)}</td></tr>`;
    if (now.over) {
        element("searches").innerHTML = `<tr><td>${overText(now)}</td></tr>`;
        return;
    }
    element("searches").innerHTML =
        '<thead><tr><th></th><th scope="col">mcts</th><th scope="col">negamax</th></tr></thead><tbody>' +
        row("move", o => `<b>${escaped(o.line[0].san)}</b>`) +
        row("score for White", scoreText) +
        row("win, draw, loss", o => [o.win, o.draw, o.loss].map(percent).join(", ")) +
        row("nodes", o => o.nodes.toLocaleString("en")) +
        row("depth", o => o.depth) +
        row("CPU time", o => o.cpu_seconds.toFixed(2) + " s") +
        row("line", o => escaped(lineText(now.fen, o.line))) + "</tbody>";
}

function drawCandidates() {
    const head = ["Move", "Visits", "Share", "Q", "Prior", "History"].map(t => `<th scope="col">${t}</th>`).join("");
    const rows = positions[place].mcts.moves.map(m =>
        `<tr tabindex="0" data-san="${escaped(m.san)}" class="${m.san === chosen ? "shown" : ""}">` +
        `<td>${escaped(m.san)}${m.proven && m.visits ? " (proven)" : ""}</td>` +
        `<td>${m.visits.toLocaleString("en")}</td>` +
        `<td><span class="bar" style="width:${(3 * m.share).toFixed(2)}rem"></span>${percent(m.share)}</td>` +
        `<td>${m.q === null ? "-" : m.q.toFixed(3)}</td><td>${percent(m.prior)}</td>` +
        `<td class="${m.history < 0 ? "bad" : "good"}">${signed(m.history, 3)}</td></tr>`).join("");
    element("candidates").innerHTML = `<thead><tr>${head}</tr></thead><tbody>${rows}</tbody>`;
}

// ---- The game ----

const graph = { left: 42, top: 8, width: 640, height: 150 };
const graphX = i => graph.left + (positions.length > 1 ? i * graph.width / (positions.length - 1) : 0);
const graphY = value => graph.top + (1 - value) * graph.height;

function drawGraph() {
    const path = key => positions.map((p, i) => `${graphX(i).toFixed(1)},${graphY(p[key].white).toFixed(1)}`).join(" ");
    const right = graph.left + graph.width, bottom = graph.top + graph.height;
    const marks = positions.map((p, i) => !p.nag ? "" :
        `<circle class="nag${p.nag}" cx="${graphX(i)}" cy="${graphY(p.mcts.white)}" r="4"><title>` +
        `${escaped(lineText(positions[i - 1].fen, [p]))}: ${words[p.nag]}</title></circle>`).join("");
    const axes = [0, 0.5, 1].map(v => `<line class="axis" x1="${graph.left}" x2="${right}" y1="${graphY(v)}" y2="${graphY(v)}"/>` +
        `<text x="2" y="${graphY(v)}" dominant-baseline="central">${v}</text>`).join("");
    element("graph").innerHTML = `<svg viewBox="0 0 ${right + 10} ${bottom + 12}" role="img" ` +
        `aria-label="Expected score of White after each move, by both searches">${axes}` +
        `<polyline class="negamax" points="${path("negamax")}"/><polyline class="mcts" points="${path("mcts")}"/>${marks}` +
        `<line class="now" x1="${graphX(place)}" x2="${graphX(place)}" y1="${graph.top}" y2="${bottom}"/></svg>` +
        '<div class="key"><span><i style="background:var(--accent)"></i>mcts</span>' +
        '<span><i style="background:var(--second)"></i>negamax</span>' +
        '<span class="nag6">\u25cf inaccuracy</span><span class="nag2">\u25cf mistake or blunder</span></div>';
}

function drawMoves() {
    let shown = "";
    for (let i = 1; i < positions.length; i++) {
        const before = positions[i - 1].fen.split(" "), white = before[1] === "w";
        shown += white || i === 1 ? `${i > 1 ? "</li>" : ""}<li><span>${before[5]}.${white ? "" : ".."}</span>` : "";
        const p = positions[i], sign = signs[p.nag] || "";
        shown += `<button type="button" data-place="${i}" class="${p.nag ? "nag" + p.nag : ""}"` +
            `${i === place ? ' aria-current="true"' : ""}>${escaped(p.san)}${sign}</button>`;
    }
    element("moves").innerHTML = shown + "</li>";
    const current = document.querySelector("#moves [aria-current]");
    if (current) {
        const list = element("moves");
        const offset = current.offsetTop - list.offsetTop;
        if (offset < list.scrollTop || offset > list.scrollTop + list.clientHeight - 30) {
            list.scrollTop = offset - list.clientHeight / 2;
        }
    }
}

function drawVerdict() {
    const now = positions[place], before = positions[place - 1];
    let text = now.over ? overText(now) : `mcts: ${scoreText(now.mcts)}, negamax: ${scoreText(now.negamax)}`;
    if (data.game && now.nag) {
        text = `<b class="nag${now.nag}">${escaped(now.san)}${signs[now.nag]}</b> is ${now.nag === 6 ? "an" : "a"} ` +
            `${words[now.nag]}: it loses ${now.lost.toFixed(2)} of the expected score. ` +
            `Better: ${escaped(lineText(before.fen, before.mcts.line))}`;
    }
    if (data.human && before && now.human_played !== null) {
        const best = before.mcts.line[0];
        text += `<br>${escaped(data.human)} plays ${escaped(now.san)} ${(100 * now.human_played).toFixed(0)}%` +
            (best && best.san !== now.san ? `, ${escaped(best.san)} ${(100 * now.human_best).toFixed(0)}%` : "");
    }
    element("verdict").innerHTML = text;
    element("place").textContent = place === 0 ? "Start" : lineText(before.fen, [now]) + (signs[now.nag] || "");
}

// ---- The search of a position ----

function plot(title, playouts, curves, least, most, label) {
    const left = 44, top = 8, width = 480, height = 190;
    const low = Math.log(playouts[0]), high = Math.log(playouts[playouts.length - 1]);
    const x = n => left + (high > low ? (Math.log(n) - low) / (high - low) : 1) * width;
    const y = v => top + (1 - (v - least) / (most - least || 1)) * height;
    let shown = "";
    for (let i = 0; i <= 4; i++) {
        const v = least + i * (most - least) / 4;
        shown += `<line class="axis" x1="${left}" x2="${left + width}" y1="${y(v)}" y2="${y(v)}"/>` +
            `<text x="0" y="${y(v) + 4}">${label(v)}</text>`;
    }
    for (let n = 1; n <= playouts[playouts.length - 1]; n *= 10) {
        if (n >= playouts[0]) {
            shown += `<line class="axis" x1="${x(n)}" x2="${x(n)}" y1="${top}" y2="${top + height}"/>` +
                `<text x="${x(n)}" y="${top + height + 16}" text-anchor="middle">${n.toLocaleString("en")}</text>`;
        }
    }
    curves.forEach(c => {
        const points = c.values.map((v, i) => v === null ? "" : `${x(playouts[i]).toFixed(1)},${y(v).toFixed(1)}`);
        shown += `<polyline class="curve" stroke="${c.colour}" points="${points.filter(Boolean).join(" ")}"/>`;
    });
    const key = curves.map(c => `<span><i style="background:${c.colour}"></i>${escaped(c.name)} ` +
        `${label(c.values[c.values.length - 1])}</span>`).join("");
    return `<div class="plot"><h3>${title}</h3><svg viewBox="0 0 ${left + width + 34} ${top + height + 22}" role="img" ` +
        `aria-label="${title}">${shown}</svg><div class="key">${key}</div></div>`;
}

function drawCurves() {
    const c = data.curves;
    if (!c || c.playouts.length === 0) {
        return;
    }
    const named = (m, i, values) => ({ name: m.san, colour: curveColours[i], values });
    const values = c.moves.map((m, i) => named(m, i, m.q));
    values.push({ name: "root", colour: "var(--ink)", values: c.q });
    const all = values.flatMap(v => v.values).filter(v => v !== null);
    const shares = c.moves.map((m, i) => named(m, i, m.visits.map((v, k) => v / c.playouts[k])));
    element("curves").innerHTML =
        plot("Q over playouts", c.playouts, values, Math.min(...all), Math.max(...all), v => v === null ? "-" : v.toFixed(3)) +
        plot("Share of the visits over playouts", c.playouts, shares, 0, 1, v => Math.round(100 * v) + "%");
}

function nodeText(n) {
    const proof = n.proof ? ` ${n.proof}` : "";
    return `<b>${escaped(n.san || "root")}</b> <span class="bar" style="width:${(4 * n.share).toFixed(2)}rem"></span>` +
        `${n.visits.toLocaleString("en")} <span class="facts">${percent(n.share)} \u00b7 Q ${n.q === null ? "-" : n.q.toFixed(3)}` +
        (n.prior ? ` \u00b7 prior ${percent(n.prior.used)} \u00b7 history ${signed(n.history, 3)}` : "") + proof + "</span>";
}

// The moves of a node are written when it is opened for the first time.
function fillNode(details, node) {
    if (details.childElementCount > 1) {
        return;
    }
    node.children.forEach(child => {
        const inner = document.createElement(child.children.length ? "details" : "div");
        if (child.children.length) {
            inner.innerHTML = `<summary>${nodeText(child)}</summary>`;
            inner.addEventListener("toggle", () => fillNode(inner, child));
        } else {
            inner.className = "leaf";
            inner.innerHTML = nodeText(child);
        }
        details.append(inner);
    });
    if (node.left_out) {
        const rest = document.createElement("div");
        rest.className = "leaf facts";
        rest.textContent = `${node.left_out} more: ${node.left_out_visits.toLocaleString("en")} visits`;
        details.append(rest);
    }
}

function drawTree() {
    const root = document.createElement("details");
    root.innerHTML = `<summary>${nodeText(data.tree)}</summary>`;
    fillNode(root, data.tree);
    root.open = true;
    element("tree").append(root);
}

const squareName = i => "abcdefgh"[i % 8] + (1 + (i >> 3));

function heatMap(title, cells) {
    let most = 0, shown = "";
    const entries = [];
    for (let i = 0; i < cells.length; i += 3) {
        entries.push(cells.slice(i, i + 3));
        most = Math.max(most, Math.abs(cells[i + 2]));
    }
    for (let i = 0; i <= 64; i += 8) {
        shown += `<line class="axis" x1="${i}" x2="${i}" y1="0" y2="64"/><line class="axis" x1="0" x2="64" y1="${i}" y2="${i}"/>`;
    }
    for (let i = 0; i < 8; i++) {
        shown += `<text x="${8 * i + 4}" y="66.5" text-anchor="middle">${i + 1}</text>` +
            `<text x="-.6" y="${8 * i + 4.7}" text-anchor="end">${i + 1}</text>`;
    }
    for (const [from, to, logit] of entries) {
        shown += `<rect class="${logit > 0 ? "good" : "bad"}" x="${to}" y="${from}" width="1" height="1" ` +
            `opacity="${(0.2 + 0.8 * Math.abs(logit) / most).toFixed(2)}"><title>${squareName(from)} to ` +
            `${squareName(to)}: ${signed(logit, 3)}</title></rect>`;
    }
    entries.sort((a, b) => Math.abs(b[2]) - Math.abs(a[2]));
    const strongest = entries.slice(0, 8).map(([from, to, logit]) =>
        `<tr><td>${squareName(from)}${squareName(to)}</td><td>${signed(logit, 3)}</td></tr>`).join("");
    return `<div><h3>${title}</h3><svg viewBox="-3 -1 68 69" role="img" aria-label="${title}: ${entries.length} moves">` +
        `${shown}</svg><div class="scroll"><table><thead><tr><th>Strongest</th><th>Logit</th></tr></thead>` +
        `<tbody>${strongest}</tbody></table></div></div>`;
}

function drawHistory() {
    element("history").innerHTML = data.history.white.length + data.history.black.length === 0
        ? "The table is not in use, or has learnt nothing."
        : heatMap("Moves of White", data.history.white) + heatMap("Moves of Black", data.history.black);
}

// ---- All of it ----

function draw() {
    drawBoard();
    drawSearches();
    drawCandidates();
    drawVerdict();
    if (data.game) {
        drawGraph();
        drawMoves();
    }
}

function go(to) {
    place = Math.max(0, Math.min(positions.length - 1, to));
    chosen = null;
    draw();
}

const steps = { first: () => 0, back: () => place - 1, on: () => place + 1, last: () => positions.length - 1 };
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

function choose(row) {
    const again = row.dataset.san === chosen;
    chosen = again ? null : row.dataset.san;
    drawBoard();
    document.querySelectorAll("#candidates tr[data-san]").forEach(r => r.classList.toggle("shown", r.dataset.san === chosen));
}

document.addEventListener("click", event => {
    const at = event.target.closest("[data-step], [data-place], [data-san]");
    if (!at) {
        return;
    }
    if (at.dataset.step) {
        go(steps[at.dataset.step]());
    } else if (at.dataset.place) {
        go(Number(at.dataset.place));
        focusMove();
    } else {
        choose(at);
    }
});
// The list of moves is made anew with each position.
function focusMove() {
    document.querySelector(`#moves [data-place="${place}"]`)?.focus({ preventScroll: true });
}

document.addEventListener("keydown", event => {
    const row = event.target.closest("[data-san]");
    if (row && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        choose(row);
    } else if (data.game && keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        const inMoves = event.target.closest("#moves");
        go(steps[keys[event.key]]());
        if (inMoves) {
            focusMove();
        }
    }
});
element("graph").addEventListener("click", event => {
    if (!event.target.closest("svg")) {
        return; // the legend
    }
    const box = element("graph").querySelector("svg").getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * (graph.left + graph.width + 10);
    go(Math.round((x - graph.left) / graph.width * (positions.length - 1)));
});
element("turn").addEventListener("click", () => {
    turned = !turned;
    drawBoard();
});
element("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const now = root.style.colorScheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.style.colorScheme = now === "dark" ? "light" : "dark";
});

const about = data.game ? [data.game.Event, data.game.Site, data.game.Date, data.game.Result].filter(Boolean) : [];
element("about").textContent = [data.program, ...about].join(" \u00b7 ");
if (data.game) {
    element("game").hidden = element("steps").hidden = false;
} else if (data.tree) {
    element("below").hidden = false;
    drawCurves();
    drawTree();
    drawHistory();
}
draw();
