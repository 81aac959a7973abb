// ---- The board ----
//
// makeBoard(box, play) draws in an element, and calls play(move) for a legal move that a person makes by a drag, by two
// clicks or by touch. show() redraws it.

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
const pieceNames = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const view = { left: -4, top: -1, width: 89.5, height: 86 }; // a square is 10 by 10

function makeBoard(box, play) {
    // What is shown: { position, last, arrows, white, label }, of which `last` is the last move or null, an arrow is
    // { move, share, q, strong }, and `white` is the expected score of White, or null.
    let shown = null;
    let moves = [];
    let flipped = false;
    let selected = -1; // a square
    let drag = null; // { from, x, y, moved, again }
    let taken = false; // whether the last press was on a piece that can move, or made a move

    const corner = square => flipped ? [10 * (7 - fileOf(square)), 10 * rankOf(square)]
        : [10 * fileOf(square), 10 * (7 - rankOf(square))];

    function drawSquares() {
        let text = "";
        const last = shown.last ? [shown.last.from, shown.last.to, targetOf(shown.last)] : [];
        for (let square = 0; square < 64; square++) {
            const [x, y] = corner(square), place = `x="${x}" y="${y}" width="10" height="10"`;
            text += `<rect class="${(fileOf(square) + rankOf(square)) % 2 ? "lightsq" : "darksq"}" ${place}/>`;
            if (last.includes(square) || square === selected) {
                text += `<rect class="${square === selected ? "selectedsq" : "lastsq"}" ${place}/>`;
            }
        }
        for (let i = 0; i < 8; i++) {
            const at = 10 * (flipped ? 7 - i : i) + 5;
            text += `<text x="${at}" y="83.3" text-anchor="middle">${"abcdefgh"[i]}</text>` +
                `<text x="-2.3" y="${81 - at}" text-anchor="middle">${i + 1}</text>`;
        }
        return text;
    }

    function drawPiece(piece, square) {
        const [x, y] = corner(square), moves_ = moves.some(m => m.from === square);
        return `<g class="${isWhite(piece) ? "white" : "black"}${moves_ ? " mine" : ""}" data-square="${square}" ` +
            `transform="translate(${x} ${y}) scale(.2222)"><rect class="grip" width="45" height="45"/>` +
            `${shapes[piece.toLowerCase()]}</g>`;
    }

    const drawPieces = () =>
        shown.position.board.map((piece, square) => piece ? drawPiece(piece, square) : "").join("");

    function drawArrow({ move, share, q, strong }) {
        const to = targetOf(move) === move.from ? move.to : targetOf(move);
        const [x1, y1] = corner(move.from).map(x => x + 5), [x2, y2] = corner(to).map(x => x + 5);
        const length = Math.hypot(x2 - x1, y2 - y1), width = 0.5 + 2.2 * Math.sqrt(share);
        const ux = (x2 - x1) / length, uy = (y2 - y1) / length, head = 1.5 + width;
        const bx = x2 - head * ux, by = y2 - head * uy, side = 0.5 * width + 1;
        const colour = q === null ? "gray" : `hsl(${Math.round(120 * q)} 75% 38%)`;
        return `<g class="arrow" opacity="${strong ? 0.95 : 0.7}" stroke="${colour}" fill="${colour}">` +
            `<line x1="${x1}" y1="${y1}" x2="${bx}" y2="${by}" stroke-width="${width}"/>` +
            `<polygon stroke="none" points="${x2},${y2} ${bx - side * uy},${by + side * ux} ` +
            `${bx + side * uy},${by - side * ux}"/></g>`;
    }

    // Where the selected piece can go.
    const drawTargets = () => moves.filter(m => m.from === selected).map(m => {
        const [x, y] = corner(targetOf(m) === m.from ? m.to : targetOf(m));
        return `<circle class="target" cx="${x + 5}" cy="${y + 5}" r="${shown.position.board[m.to] ? 4.4 : 1.5}"/>`;
    }).join("");

    // The expected score of White, a bar beside the board.
    function drawScale() {
        if (shown.white === null) {
            return "";
        }
        const part = 80 * shown.white, low = flipped ? 0 : 80 - part;
        return '<rect class="scale" x="81.5" y="0" width="3" height="80"/>' +
            `<rect class="scale" x="81.5" y="${low}" width="3" height="${part}"/>` +
            '<rect class="frame" x="81.5" y="0" width="3" height="80"/>';
    }

    const drawMarks = () => selected < 0 ? shown.arrows.map(drawArrow).reverse().join("") : drawTargets();

    function draw() {
        box.innerHTML = `<svg viewBox="${view.left} ${view.top} ${view.width} ${view.height}" role="img" ` +
            `aria-label="${escaped(shown.label)}"><g class="squares">${drawSquares()}</g>${drawPieces()}` +
            `<g class="marks">${drawMarks()}</g>${drawScale()}</svg>`;
    }

    // The place of an event on the board of 80 by 80.
    function placeOf(event) {
        const area = box.querySelector("svg").getBoundingClientRect();
        return [view.left + (event.clientX - area.left) / area.width * view.width,
            view.top + (event.clientY - area.top) / area.height * view.height];
    }

    function squareAt([x, y]) {
        const file = Math.floor(x / 10), row = Math.floor(y / 10);
        return file < 0 || file > 7 || row < 0 || row > 7 ? -1
            : flipped ? 8 * row + 7 - file : 8 * (7 - row) + file;
    }

    // The pieces stay as they are: a browser forgets a touch whose element goes.
    function select(square) {
        selected = square;
        box.querySelector(".squares").innerHTML = drawSquares();
        box.querySelector(".marks").innerHTML = drawMarks();
    }

    function endDrag() {
        drag = null;
        selected = -1;
        draw();
    }

    // Asks for the piece of a promotion.
    function askPiece(found) {
        const choice = document.createElement("div");
        choice.className = "choice";
        choice.setAttribute("role", "group");
        choice.setAttribute("aria-label", "Promote to");
        for (const m of found) {
            const button = document.createElement("button");
            const piece = shown.position.white ? m.promotion.toUpperCase() : m.promotion;
            button.type = "button";
            button.setAttribute("aria-label", pieceNames[m.promotion]);
            button.innerHTML = `<svg viewBox="0 0 45 45"><g class="${isWhite(piece) ? "white" : "black"}">` +
                `${shapes[m.promotion]}</g></svg>`;
            button.addEventListener("click", () => play(m));
            choice.append(button);
        }
        box.append(choice);
        choice.firstChild.focus();
    }

    // Makes the move of the selected piece to a square. Returns false if there is none. Where a king could also castle
    // to the square, it does so by a move to its rook.
    function moveTo(square) {
        const own = moves.filter(m => m.from === selected);
        const direct = own.filter(m => m.to === square);
        const found = direct.length > 0 ? direct : own.filter(m => targetOf(m) === square);
        if (found.length === 0) {
            return false;
        }
        endDrag();
        if (found.length > 1) {
            askPiece(found);
        } else {
            play(found[0]);
        }
        return true;
    }

    box.addEventListener("pointerdown", event => {
        const place = placeOf(event), square = squareAt(place);
        taken = false;
        if (event.button !== 0 || square < 0 || event.target.closest(".choice")) {
            return;
        }
        if (selected >= 0 && moveTo(square)) {
            taken = true;
            return;
        }
        taken = moves.some(m => m.from === square);
        if (!taken) {
            select(-1);
            return;
        }
        drag = { from: square, x: place[0], y: place[1], moved: false, again: selected === square };
        select(square);
        box.setPointerCapture(event.pointerId);
        event.preventDefault();
    });

    // Else a touch would scroll the page, or end as a click on what has just appeared.
    box.addEventListener("touchstart", event => taken && event.preventDefault(), { passive: false });

    box.addEventListener("pointermove", event => {
        if (!drag) {
            return;
        }
        const [x, y] = placeOf(event), piece = box.querySelector(`[data-square="${drag.from}"]`);
        drag.moved = drag.moved || Math.hypot(x - drag.x, y - drag.y) > 2;
        if (drag.moved && piece) {
            piece.setAttribute("transform", `translate(${x - 5} ${y - 5}) scale(.2222)`);
        }
    });

    box.addEventListener("pointerup", event => {
        if (!drag) {
            return;
        }
        const { moved, again } = drag;
        drag = null;
        if (moved ? !moveTo(squareAt(placeOf(event))) : again) {
            endDrag();
        }
    });

    box.addEventListener("keydown", event => {
        if (event.key === "Escape" && box.querySelector(".choice")) {
            event.stopPropagation();
            draw();
        }
    });

    box.addEventListener("pointercancel", endDrag);

    return {
        show(what) {
            const same = shown && positionKey(shown.position) === positionKey(what.position);
            shown = what;
            moves = same ? moves : legalMoves(what.position);
            selected = same ? selected : -1;
            drag = same ? drag : null;
            if (!same || !box.querySelector(".choice")) {
                draw();
            }
        },
        flip() {
            flipped = !flipped;
            draw();
        }
    };
}

