"use strict";

// ---- The rules of chess ----
//
// A position is { board, white, rooks, passant, quiet, number }: the pieces by square as letters of FEN ("" is an
// empty square; a1 is 0, b1 is 1, h8 is 63), whether White is to move, the squares of the rooks that may castle (of
// White to the king's and the queen's side, then of Black; -1 is none), the square behind a pawn that has just made two
// steps or -1, the plies since a capture or a move of a pawn, and the number of the move. A move is { from, to,
// promotion, castles, passant }; a king that castles goes to the square of its rook, as in UCI for Chess960.

const fileOf = square => square & 7;
const rankOf = square => square >> 3;
const squareName = square => "abcdefgh"[fileOf(square)] + (1 + rankOf(square));
const squareOf = name => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
const isWhite = piece => piece !== "" && piece < "a";
const stepsOfRook = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const stepsOfBishop = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const stepsOfKing = [...stepsOfRook, ...stepsOfBishop];
const stepsOfKnight = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const steps = { r: stepsOfRook, b: stepsOfBishop, q: stepsOfKing, k: stepsOfKing, n: stepsOfKnight };
const slides = piece => "rbq".includes(piece);

// The square after a step, or -1 outside the board.
function stepFrom(square, [right, up]) {
    const file = fileOf(square) + right, rank = rankOf(square) + up;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : 8 * rank + file;
}

const kingSquare = (board, white) => board.indexOf(white ? "K" : "k");

// The rook of a letter of FEN's castling rights, as [index in rooks, square].
function rookOfRight(board, letter) {
    const white = letter < "a", king = kingSquare(board, white), first = white ? 0 : 56, rook = white ? "R" : "r";
    const squares = [0, 1, 2, 3, 4, 5, 6, 7].map(file => first + file).filter(square => board[square] === rook);
    const wanted = letter.toLowerCase();
    const square = wanted === "k" ? squares[squares.length - 1] : wanted === "q" ? squares[0]
        : first + wanted.charCodeAt(0) - 97;
    return [(white ? 0 : 2) + (square > king ? 0 : 1), square];
}

// The FEN is one that Morpho has written.
function readFen(fen) {
    const [rows, side, rights, passant, quiet, number] = fen.split(" ");
    const board = rows.split("/").reverse().flatMap(row =>
        [...row].flatMap(c => c >= "1" && c <= "8" ? Array(Number(c)).fill("") : [c]));
    const rooks = [-1, -1, -1, -1];
    for (const letter of rights.replace("-", "")) {
        const [index, square] = rookOfRight(board, letter);
        rooks[index] = square;
    }
    return { board, white: side === "w", rooks, passant: passant === "-" ? -1 : squareOf(passant),
        quiet: Number(quiet), number: Number(number) };
}

function writeRows(board) {
    const rows = [];
    for (let rank = 7; rank >= 0; rank--) {
        rows.push(board.slice(8 * rank, 8 * rank + 8).map(piece => piece || ".").join("")
            .replace(/\.+/g, gap => gap.length));
    }
    return rows.join("/");
}

function writeRights(p) {
    return p.rooks.map((square, i) => {
        const plain = "KQkq"[i];
        return square < 0 ? "" : rookOfRight(p.board, plain)[1] === square ? plain
            : i < 2 ? "ABCDEFGH"[fileOf(square)] : "abcdefgh"[fileOf(square)];
    }).join("") || "-";
}

const canTakeEnPassant = p => p.passant >= 0 && legalMoves(p).some(m => m.passant);

// All that makes two positions equal.
const positionKey = p => `${writeRows(p.board)} ${p.white ? "w" : "b"} ${writeRights(p)} ` +
    (canTakeEnPassant(p) ? squareName(p.passant) : "-");
const writeFen = p => `${positionKey(p)} ${p.quiet} ${p.number}`;

function isAttacked(board, square, byWhite) {
    const own = letter => byWhite ? letter.toUpperCase() : letter;
    const up = byWhite ? -1 : 1;
    for (const right of [-1, 1]) {
        const from = stepFrom(square, [right, up]);
        if (from >= 0 && board[from] === own("p")) {
            return true;
        }
    }
    return ["n", "k", "r", "b", "q"].some(letter => steps[letter].some(step => {
        let from = stepFrom(square, step);
        while (slides(letter) && from >= 0 && board[from] === "") {
            from = stepFrom(from, step);
        }
        return from >= 0 && board[from] === own(letter);
    }));
}

const isCheck = p => isAttacked(p.board, kingSquare(p.board, p.white), !p.white);

function pawnMoves(p, from, add) {
    const up = p.white ? 1 : -1, one = from + 8 * up, first = p.white ? 1 : 6, last = p.white ? 7 : 0;
    const put = (to, passant) => rankOf(to) === last
        ? [..."qrbn"].forEach(promotion => add({ from, to, promotion }))
        : add({ from, to, promotion: "", passant });
    if (p.board[one] === "") {
        put(one);
        if (rankOf(from) === first && p.board[one + 8 * up] === "") {
            put(one + 8 * up);
        }
    }
    for (const right of [-1, 1]) {
        const to = stepFrom(from, [right, up]);
        if (to >= 0 && (p.board[to] !== "" ? isWhite(p.board[to]) !== p.white : to === p.passant)) {
            put(to, p.board[to] === "");
        }
    }
}

function pieceMoves(p, from, add) {
    const letter = p.board[from].toLowerCase();
    for (const step of steps[letter]) {
        for (let to = stepFrom(from, step); to >= 0; to = stepFrom(to, step)) {
            if (p.board[to] === "" || isWhite(p.board[to]) !== p.white) {
                add({ from, to, promotion: "" });
            }
            if (p.board[to] !== "" || !slides(letter)) {
                break;
            }
        }
    }
}

// Where king and rook go: files g and f, or c and d.
const castlingTargets = (king, rook) => {
    const first = king - fileOf(king);
    return rook > king ? [first + 6, first + 5] : [first + 2, first + 3];
};

function castlingMoves(p, add) {
    const king = kingSquare(p.board, p.white);
    for (const rook of p.rooks.slice(p.white ? 0 : 2, p.white ? 2 : 4)) {
        if (rook < 0) {
            continue;
        }
        const [kingTo, rookTo] = castlingTargets(king, rook);
        const least = Math.min(king, rook, kingTo, rookTo), most = Math.max(king, rook, kingTo, rookTo);
        let free = true;
        for (let square = least; square <= most; square++) {
            const passed = square >= Math.min(king, kingTo) && square <= Math.max(king, kingTo);
            const between = passed || square >= Math.min(rook, rookTo) && square <= Math.max(rook, rookTo);
            free = free && !(between && square !== king && square !== rook && p.board[square] !== "") &&
                !(passed && isAttacked(p.board, square, !p.white));
        }
        if (free) {
            add({ from: king, to: rook, promotion: "", castles: true });
        }
    }
}

// The pieces after a move.
function boardAfter(p, m) {
    const board = p.board.slice(), piece = board[m.from];
    board[m.from] = "";
    if (m.castles) {
        const rook = board[m.to], [kingTo, rookTo] = castlingTargets(m.from, m.to);
        board[m.to] = "";
        board[kingTo] = piece;
        board[rookTo] = rook;
        return board;
    }
    board[m.to] = m.promotion ? (p.white ? m.promotion.toUpperCase() : m.promotion) : piece;
    if (m.passant) {
        board[m.to + (p.white ? -8 : 8)] = "";
    }
    return board;
}

function legalMoves(p) {
    const moves = [];
    const add = m => {
        const board = boardAfter(p, m);
        if (!isAttacked(board, kingSquare(board, p.white), !p.white)) {
            moves.push(m);
        }
    };
    p.board.forEach((piece, from) => {
        if (piece !== "" && isWhite(piece) === p.white) {
            (piece.toLowerCase() === "p" ? pawnMoves : pieceMoves)(p, from, add);
        }
    });
    castlingMoves(p, add);
    return moves;
}

function playMove(p, m) {
    const piece = p.board[m.from].toLowerCase(), own = p.white ? 0 : 2;
    const kingMoves = i => piece === "k" && i >= own && i < own + 2;
    const captures = !m.castles && p.board[m.to] !== "";
    return { board: boardAfter(p, m), white: !p.white,
        rooks: p.rooks.map((square, i) => kingMoves(i) || square === m.from || square === m.to ? -1 : square),
        passant: piece === "p" && Math.abs(m.to - m.from) === 16 ? (m.to + m.from) / 2 : -1,
        quiet: piece === "p" || captures ? 0 : p.quiet + 1, number: p.number + (p.white ? 0 : 1) };
}

const uciOf = m => squareName(m.from) + squareName(m.to) + m.promotion;

// The square that the moving piece reaches.
const targetOf = m => m.castles ? castlingTargets(m.from, m.to)[0] : m.to;

// The legal move of a text of UCI, castling in either form, or undefined.
function moveOfUci(p, uci) {
    const moves = legalMoves(p);
    return moves.find(m => uciOf(m) === uci) ||
        moves.find(m => m.castles && squareName(m.from) + squareName(targetOf(m)) === uci);
}

// The part of the origin that tells a move from others of equal pieces to the same square.
function originText(p, m, moves) {
    const others = moves.filter(o => o !== m && !o.castles && o.to === m.to && o.from !== m.from &&
        p.board[o.from] === p.board[m.from]);
    const name = squareName(m.from);
    return others.length === 0 ? "" : others.every(o => fileOf(o.from) !== fileOf(m.from)) ? name[0]
        : others.every(o => rankOf(o.from) !== rankOf(m.from)) ? name[1] : name;
}

function sanWithoutCheck(p, m, moves) {
    if (m.castles) {
        return m.to > m.from ? "O-O" : "O-O-O";
    }
    const piece = p.board[m.from].toUpperCase(), captures = p.board[m.to] !== "" || m.passant;
    return (piece !== "P" ? piece + originText(p, m, moves) : captures ? squareName(m.from)[0] : "") +
        (captures ? "x" : "") + squareName(m.to) + (m.promotion ? "=" + m.promotion.toUpperCase() : "");
}

// SAN; `moves` are the legal moves of the position.
function sanOf(p, m, moves = legalMoves(p)) {
    const after = playMove(p, m);
    return sanWithoutCheck(p, m, moves) +
        (!isCheck(after) ? "" : legalMoves(after).length === 0 ? "#" : "+");
}

// The one legal move that a person means by a text of SAN or UCI, or undefined. If no move fits, a piece may also have
// a small letter.
function moveOfText(p, text) {
    const plain = t => t.replace(/[-+#x=!?:\s]/g, "").replace(/0/g, "O");
    const moves = legalMoves(p), wanted = plain(text);
    const sans = moves.map(m => plain(sanWithoutCheck(p, m, moves)));
    const named = write => moves.filter((m, i) => write(sans[i]) === write(wanted));
    const exact = named(san => san), found = exact.length > 0 ? exact : named(san => san.toLowerCase());
    return found.length === 1 ? found[0] : moveOfUci(p, text.trim().toLowerCase());
}

