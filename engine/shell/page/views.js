// ---- What the sections of the page show, as HTML ----

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = text => String(text).replace(/[&<>"]/g, c => escapes[c]);
const percent = part => (100 * part).toFixed(1) + "%";
const signed = (number, digits) => (number < 0 ? "\u2212" : "+") + Math.abs(number).toFixed(digits);
const grouped = number => number.toLocaleString("en");
const shareBar = (share, rem) => `<span class="bar" style="width:${(rem * share).toFixed(2)}rem"></span>`;
const curveColours = ["#2f7fd0", "#d0762f", "#3f9e5a", "#b04fb8", "#c4484e", "#8b8f2d"];

const headHtml = titles => `<thead><tr>${titles.map(t => `<th scope="col">${t}</th>`).join("")}</tr></thead>`;

function scoreText(o) {
    if (o.kind === "mate") {
        return o.score === 0 ? "mate" : `mate in ${Math.abs(o.score)} by ${o.score > 0 ? "White" : "Black"}`;
    }
    return Math.abs(o.score) > 10000 ? `${o.score > 0 ? "White" : "Black"} wins by the tables`
        : signed(o.score / 100, 2);
}

// The number before a move: always for White, for Black only where `first` says so.
const numberText = (p, first) => p.white ? `${p.number}.\u00a0` : first ? `${p.number}...\u00a0` : "";

// The moves of a text of UCI at a position, as { move, san, number }, up to the first one that is not legal.
function readLine(position, text) {
    const line = [];
    for (const uci of text.split(" ").filter(Boolean)) {
        const moves = legalMoves(position), move = moveOfUci(position, uci);
        if (!move) {
            break;
        }
        line.push({ move, san: sanOf(position, move, moves), number: numberText(position, line.length === 0) });
        position = playMove(position, move);
    }
    return line;
}

// A line whose moves are buttons: a click goes to the position after `before` and the moves up to that one.
// `current` is the index of the move that is shown, or -1.
function lineHtml(line, base, before, current = -1) {
    const path = [...before, ...line.map(m => uciOf(m.move))].join(" ");
    return line.map((m, i) => `<button type="button" class="move" data-base="${base}" data-path="${path}" ` +
        `data-at="${before.length + i + 1}"${i === current ? ' aria-current="true"' : ""}>` +
        `${m.number}${escaped(m.san)}</button>`).join(" ");
}

// How much a search has worked. A kept tree gives mcts more visits than this search has made.
function workText(name, o) {
    if (name === "negamax") {
        return `${grouped(o.nodes)} positions`;
    }
    const kept = o.visits - o.nodes;
    return `${grouped(o.nodes)} ${o.nodes === 1 ? "playout" : "playouts"}` + (kept > 0.01 * o.nodes
        ? `<br><small>and ${grouped(kept)} visits kept from the moves before</small>` : "");
}

const wholeText = part => `<span class="whole">${percent(part)}</span>`;

function searchesHtml(info, position, base, before) {
    const row = (title, cell) => `<tr><th scope="row">${title}</th>` +
        searchNames.map(name => `<td>${cell(info[name], name)}</td>`).join("") + "</tr>";
    const lines = Object.fromEntries(searchNames.map(name => [name, readLine(position, info[name].line)]));
    return '<thead><tr><th></th><th scope="col">mcts</th><th scope="col">negamax</th></tr></thead><tbody>' +
        row("move", (o, name) => `<b>${lineHtml(lines[name].slice(0, 1), base, before)}</b>`) +
        row("score for White", scoreText) +
        row("win, draw, loss", o => [o.win, o.draw, o.loss].map(wholeText).join(", ")) +
        row("work", (o, name) => workText(name, o)) +
        row("depth", o => o.depth) +
        row("CPU time", o => o.cpu_seconds.toFixed(2) + " s") +
        row("line", (o, name) => lineHtml(lines[name], base, before)) + "</tbody>";
}

function fewText(info) {
    const units = { mcts: "visits", negamax: "positions" };
    const few = searchNames.filter(name => isFew(info, name));
    const limits = few.map(name => `${grouped(rules.few[name])} ${units[name]}`);
    return few.length === 0 ? "" : `Few nodes: ${few.join(" and ")} saw little of this position (fewer than ` +
        `${limits.join(", or ")}). Scores may be wrong.`;
}

// `moves` are { move, visits, share, q, prior, history, proven }, with moves of rules.js.
function candidatesHtml(moves, position, base, before) {
    const legal = legalMoves(position);
    const rows = moves.map((m, i) => {
        const line = [{ move: m.move, san: sanOf(position, m.move, legal), number: "" }];
        const proven = m.proven && m.visits ? " (proven)" : "";
        return `<tr data-arrow="${i}"><td>${lineHtml(line, base, before)}${proven}</td>` +
            `<td>${grouped(m.visits)}</td><td>${shareBar(m.share, 3)}${percent(m.share)}</td>` +
            `<td>${m.q === null ? "-" : m.q.toFixed(3)}</td><td>${percent(m.prior)}</td>` +
            `<td class="${m.history < 0 ? "bad" : "good"}">${signed(m.history, 3)}</td></tr>`;
    }).join("");
    return `${headHtml(["Move", "Visits", "Share", "Q", "Prior", "History"])}<tbody>${rows}</tbody>`;
}

// ---- The game ----

const markClass = j => j.nag ? "nag" + j.nag : j.unclear ? "unclear" : "";
const markText = j => signs[j.nag] || (j.unclear ? "(?)" : "");
const graph = { left: 42, top: 8, width: 640, height: 150 };
const graphX = (i, count) => graph.left + (count > 1 ? i * graph.width / (count - 1) : 0);
const graphY = value => graph.top + (1 - value) * graph.height;

// A horizontal line of a plot.
const ruleHtml = (left, right, y) => `<line class="axis" x1="${left}" x2="${right}" y1="${y}" y2="${y}"/>`;

const graphKey = () => '<div class="key">' + searchNames.map(name => '<span><svg class="sample" viewBox="0 0 24 8">' +
    `<line class="${name}" x1="0" x2="24" y1="4" y2="4"/></svg>${name}</span>`).join("") +
    '<span class="nag6">\u25cf inaccuracy</span><span class="nag2">\u25cf mistake or blunder</span>' +
    '<span class="unclear">\u25cb unclear</span></div>';

function graphHtml(game, place) {
    const { positions, judged } = game, right = graph.left + graph.width, bottom = graph.top + graph.height;
    const x = i => graphX(i, positions.length).toFixed(1), y = (p, name) => graphY(expectedOf(p[name])).toFixed(1);
    const curve = name => `<polyline class="${name}" ` +
        `points="${positions.map((p, i) => `${x(i)},${y(p, name)}`).join(" ")}"/>`;
    const marks = judged.map((j, i) => !markClass(j) ? "" :
        `<circle class="${markClass(j)}" cx="${x(i)}" cy="${y(positions[i], "mcts")}" r="4"><title>` +
        `${escaped(game.numbers[i] + game.sans[i])}: ${words[j.nag] || "unclear"}</title></circle>`).join("");
    const axes = [0, 0.5, 1].map(v => ruleHtml(graph.left, right, graphY(v)) +
        `<text x="2" y="${graphY(v)}" dominant-baseline="central">${v}</text>`).join("");
    return `<svg viewBox="0 0 ${right + 10} ${bottom + 12}" role="img" ` +
        `aria-label="Expected score of White after each move, by both searches">${axes}` +
        `${curve("negamax")}${curve("mcts")}${marks}` +
        `<line class="now" x1="${x(place)}" x2="${x(place)}" y1="${graph.top}" y2="${bottom}"/></svg>${graphKey()}`;
}

// The list of moves; the one of `place` is current, unless a line is shown.
function movesHtml(game, place, inLine) {
    let text = "";
    for (let i = 1; i < game.positions.length; i++) {
        const before = game.parsed[i - 1], j = game.judged[i];
        text += before.white || i === 1
            ? `${i > 1 ? "</li>" : ""}<li><span>${before.number}.${before.white ? "" : ".."}</span>` : "";
        text += `<button type="button" data-place="${i}" class="${markClass(j)}"` +
            `${i === place && !inLine ? ' aria-current="true"' : ""}>${escaped(game.sans[i])}${markText(j)}</button>`;
    }
    return text + "</li>";
}

// What is said of the move that led to a position of the game, with a better line that can be played.
function verdictHtml(game, place, human) {
    const now = game.positions[place], before = game.positions[place - 1], j = game.judged[place];
    const few = j.few ? " (few nodes)" : "", san = escaped(game.sans[place]);
    let text = now.over ? overText(now, place < game.positions.length - 1)
        : `mcts: ${scoreText(now.mcts)}, negamax: ${scoreText(now.negamax)}`;
    if (j.nag) {
        text = `<b class="nag${j.nag}">${san}${signs[j.nag]}</b> is ${j.nag === 6 ? "an" : "a"} ${words[j.nag]}: ` +
            `it loses ${j.lost.toFixed(2)} of the expected score${few}. ` +
            `Better: ${lineHtml(readLine(game.parsed[place - 1], before.mcts.line), place - 1, [])}`;
    } else if (j.unclear) {
        text += `. <b class="unclear">${san}</b> is unclear: only one search takes it for a mistake${few}.`;
    }
    return text + (human && before && before.human ? "<br>" + humanHtml(game, place, human) : "");
}

function humanHtml(game, place, human) {
    const { played, best } = game.positions[place - 1].human;
    const first = readLine(game.parsed[place - 1], firstMove(game.positions[place - 1].mcts))[0];
    return `${escaped(human)} plays ${escaped(game.sans[place])} ${(100 * played).toFixed(0)}%` +
        (first && first.san !== game.sans[place] ? `, ${escaped(first.san)} ${(100 * best).toFixed(0)}%` : "");
}

// Why a position was not searched. Players need not claim a draw.
function overText(info, goesOn) {
    return info.mcts.kind === "mate" ? "Checkmate."
        : goesOn ? "A draw by rule, though the game goes on." : "The game is over.";
}

function figuresHtml(report) {
    const row = ([title, f]) => `<tr><th scope="row">${title}</th><td>${f.moves}</td>` +
        `<td>${f.moves ? percent(f.accuracy) : "-"}</td><td>${f.moves ? f.lost.toFixed(3) : "-"}</td><td>${f[6]}</td>` +
        `<td>${f[2]}</td><td>${f[4]}</td><td>${f.unclear}</td></tr>`;
    return headHtml(["", "Moves", "Accuracy", "Lost", "?!", "?", "??", "(?)"]) + report.map(r => "<tbody>" +
        `<tr class="player"><th scope="rowgroup" colspan="8">${escaped(r.name || r.player)} (${r.player})</th></tr>` +
        [["all moves", r.all], ...r.phases].map(row).join("") + "</tbody>").join("");
}

function ruleText(report, losses) {
    const few = report[0].all.few + report[1].all.few, moves = report[0].all.moves + report[1].all.moves;
    return "A move loses what both searches agree that it loses of the expected score (1 is a win); a mate or a win " +
        "by the tables that one search has proven counts for both. " +
        `From ${losses[6]} on it is an inaccuracy (?!), from ${losses[2]} a mistake (?), from ${losses[4]} a blunder ` +
        "(??); if only one search sees a mistake, it is unclear, (?). Lost is the mean. A move's accuracy is 100%, " +
        `halved for each ${rules.halfLoss} that it loses; a player's is the mean. The opening is the moves up to ` +
        `number ${rules.openingMoves}, the endgame begins with at most ${rules.endgamePieces} pieces besides kings ` +
        "and pawns." + (few === 0 ? "" : ` Few nodes: ${few} of ${moves} moves were judged with fewer than ` +
            `${grouped(rules.few.mcts)} visits of mcts or ${grouped(rules.few.negamax)} positions of negamax, so ` +
            "they may be judged wrongly.");
}

function gameListHtml(games, current) {
    return games.map(({ tags, opening }, i) => {
        const more = [tags.Date, opening && `${opening.code} ${opening.name}`].filter(Boolean).join(", ");
        return `<li><button type="button" data-game="${i}"${i === current ? ' aria-current="true"' : ""}>${i + 1}. ` +
            `${escaped(tags.White || "White")} - ${escaped(tags.Black || "Black")} ` +
            `<span class="whole">${escaped(tags.Result)}</span> <span class="facts">${escaped(more)}</span>` +
            "</button></li>";
    }).join("");
}

// ---- The search of a position ----

// Round numbers from `least` to `most`, about four, as [number, text] with the digits that they need.
function ticksOf(least, most) {
    const span = most - least || 1, unit = Math.pow(10, Math.floor(Math.log10(span / 4)));
    const step = [1, 2, 5, 10].map(n => n * unit).find(s => span / s <= 5);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const ticks = [];
    for (let i = Math.ceil(least / step - 1e-9); i * step <= most + 1e-9 * span; i++) {
        ticks.push([i * step, (i * step).toFixed(digits)]);
    }
    return ticks;
}

function plotHtml(title, playouts, curves, least, most, label, ticks) {
    const left = 52, top = 8, width = 480, height = 190;
    const low = Math.log(playouts[0]), high = Math.log(playouts[playouts.length - 1]);
    const x = n => left + (high > low ? (Math.log(n) - low) / (high - low) : 1) * width;
    const y = v => top + (1 - (v - least) / (most - least || 1)) * height;
    let shown = ticks.map(([v, text]) => ruleHtml(left, left + width, y(v)) +
        `<text x="0" y="${y(v) + 4}">${text}</text>`).join("");
    for (let n = 1; n <= playouts[playouts.length - 1]; n *= 10) {
        if (n >= playouts[0]) {
            shown += `<line class="axis" x1="${x(n)}" x2="${x(n)}" y1="${top}" y2="${top + height}"/>` +
                `<text x="${x(n)}" y="${top + height + 16}" text-anchor="middle">${grouped(n)}</text>`;
        }
    }
    for (const c of curves) {
        const points = c.values.map((v, i) => v === null ? "" : `${x(playouts[i]).toFixed(1)},${y(v).toFixed(1)}`);
        shown += `<polyline class="curve" stroke="${c.colour}" points="${points.filter(Boolean).join(" ")}"/>`;
    }
    const key = curves.map(c => `<span><i style="background:${c.colour}"></i>${escaped(c.name)} ` +
        `${label(c.values[c.values.length - 1])}</span>`).join("");
    return `<div class="plot"><h3>${title}</h3>` +
        `<svg viewBox="0 0 ${left + width + 34} ${top + height + 22}" role="img" aria-label="${title}">${shown}</svg>` +
        `<div class="key">${key}</div></div>`;
}

function curvesHtml(c, position) {
    const names = c.moves.map(m => readLine(position, m.move)[0].san);
    const named = (i, values) => ({ name: names[i], colour: curveColours[i], values });
    const values = c.moves.map((m, i) => named(i, m.q));
    values.push({ name: "root", colour: "var(--ink)", values: c.q });
    const all = values.flatMap(v => v.values).filter(v => v !== null);
    const least = Math.min(...all), most = Math.max(...all);
    const shares = c.moves.map((m, i) => named(i, m.visits.map((v, k) => v / c.playouts[k])));
    const label = v => v === null ? "-" : v.toFixed(3);
    return plotHtml("Q over playouts", c.playouts, values, least, most, label, ticksOf(least, most)) +
        plotHtml("Share of the visits over playouts", c.playouts, shares, 0, 1, v => Math.round(100 * v) + "%",
            [0, 0.25, 0.5, 0.75, 1].map(v => [v, 100 * v + "%"]));
}

const nodeFacts = n => `${grouped(n.visits)} <span class="facts">${percent(n.share)} \u00b7 ` +
    `Q\u00a0${n.q === null ? "-" : n.q.toFixed(3)}` +
    (n.prior ? ` \u00b7 prior\u00a0${percent(n.prior.used)} \u00b7 history\u00a0${signed(n.history, 3)}` : "") +
    `${n.proof ? " " + n.proof : ""}</span>`;

// A node of the tree after the moves of `path`. The move is a button.
function nodeHtml(n, path) {
    const name = path.length === 0 ? "<b>root</b>"
        : `<button type="button" class="move" data-base="0" data-at="${path.length}" data-path="${path.join(" ")}">` +
            `${escaped(n.san)}</button>`;
    return `${name} ${shareBar(n.share, 4)}${nodeFacts(n)}`;
}

// Writes the moves of a node when it is opened for the first time. Those whose paths are in `open` are opened too.
function fillNode(details, node, path, open) {
    if (details.childElementCount > 1) {
        return;
    }
    for (const child of node.children) {
        const way = [...path, child.move];
        if (child.children.length) {
            details.append(nodeElement(child, way, open));
        } else {
            const leaf = document.createElement("div");
            leaf.className = "leaf";
            leaf.innerHTML = nodeHtml(child, way);
            details.append(leaf);
        }
    }
    if (node.left_out) {
        const rest = document.createElement("div");
        rest.className = "leaf facts";
        rest.textContent = `${node.left_out} more: ${grouped(node.left_out_visits)} visits`;
        details.append(rest);
    }
}

function nodeElement(node, path, open) {
    const details = document.createElement("details");
    details.dataset.way = path.join(" ");
    details.innerHTML = `<summary>${nodeHtml(node, path)}</summary>`;
    details.addEventListener("toggle", () => fillNode(details, node, path, open));
    if (open.has(details.dataset.way)) {
        fillNode(details, node, path, open);
        details.open = true;
    }
    return details;
}

function heatMapHtml(title, cells) {
    let most = 0, shown = "";
    const entries = [];
    for (let i = 0; i < cells.length; i += 3) {
        entries.push(cells.slice(i, i + 3));
        most = Math.max(most, Math.abs(cells[i + 2]));
    }
    for (let i = 0; i <= 64; i += 8) {
        shown += `<line class="axis" x1="${i}" x2="${i}" y1="0" y2="64"/>` +
            `<line class="axis" x1="0" x2="64" y1="${i}" y2="${i}"/>`;
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
    return `<div><h3>${title}</h3>` +
        `<svg viewBox="-3 -1 68 69" role="img" aria-label="${title}: ${entries.length} moves">${shown}</svg>` +
        `<div class="scroll"><table>${headHtml(["Strongest", "Logit"])}` +
        `<tbody>${strongest}</tbody></table></div></div>`;
}

function historyHtml(history) {
    return history.white.length + history.black.length === 0 ? "The table is not in use, or has learnt nothing."
        : heatMapHtml("Moves of White", history.white) + heatMapHtml("Moves of Black", history.black);
}

