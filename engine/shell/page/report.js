// ---- Mistakes, accuracy and phases ----

const searchNames = ["mcts", "negamax"];
const signs = { 6: "?!", 2: "?", 4: "??" };
const words = { 6: "inaccuracy", 2: "mistake", 4: "blunder" };
const phases = ["opening", "middlegame", "endgame"];
const rules = {
    openingMoves: 10, // move numbers that belong to the opening
    endgamePieces: 6, // at most so many pieces other than kings and pawns
    halfLoss: 0.16, // the loss at which a move's accuracy is one half
    few: { mcts: 1000, negamax: 10000 } // fewer visits or nodes than these are few
};

// The expected score of White.
const expectedOf = opinion => opinion.win + opinion.draw / 2;

// 1 or 0 if the search has a mate or a win by the tables for White or for Black, else null.
const proofOf = opinion =>
    opinion.kind === "mate" || Math.abs(opinion.score) > 10000 ? Number(opinion.score > 0) : null;

// The expected score of White by a search. What one search has proven counts for both.
function whiteScore(position, name) {
    const proof = position.over ? null : searchNames.map(n => proofOf(position[n])).find(p => p !== null);
    return proof ?? expectedOf(position[name]);
}

const isFew = (position, name) =>
    (name === "mcts" ? position.mcts.visits : position.negamax.nodes) < rules.few[name];
const firstMove = opinion => opinion.line.split(" ")[0];

// How much of the mover's expected score a move has lost, by one search. Its own best move loses nothing.
function lossBy(name, before, after) {
    const white = before.fen.split(" ")[1] === "w";
    const loss = (whiteScore(before, name) - whiteScore(after, name)) * (white ? 1 : -1);
    return before.over || firstMove(before[name]) === after.played ? 0 : Math.max(0, loss);
}

const nagOf = (loss, losses) => [4, 2, 6].find(nag => loss >= losses[nag]) || 0;

// What is said of a move: `lost` is what both searches agree on, `nag` its sign, `unclear` whether only one of them
// sees a mistake, `few` whether one had few nodes.
function judge(before, after, losses) {
    const by = searchNames.map(name => lossBy(name, before, after));
    const lost = Math.min(...by), nag = nagOf(lost, losses);
    return { lost, nag, unclear: nag === 0 && Math.max(...by) >= losses[2],
        few: [before, after].some(p => !p.over && searchNames.some(name => isFew(p, name))) };
}

function phaseOf(fen) {
    const [rows, , , , , number] = fen.split(" ");
    return rows.replace(/[^qrbn]/gi, "").length <= rules.endgamePieces ? "endgame"
        : Number(number) <= rules.openingMoves ? "opening" : "middlegame";
}

const accuracyOf = loss => Math.pow(0.5, loss / rules.halfLoss);

// The figures of a list of judged moves.
function figuresOf(judged) {
    const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
    const count = nag => judged.filter(j => j.nag === nag).length;
    return { moves: judged.length, accuracy: mean(judged.map(j => accuracyOf(j.lost))),
        lost: mean(judged.map(j => j.lost)), 6: count(6), 2: count(2), 4: count(4),
        unclear: judged.filter(j => j.unclear).length, few: judged.filter(j => j.few).length };
}

// The figures of both players: of the whole game, and of each phase with moves of theirs.
function reportOf(positions, judged) {
    const of = (white, phase) => figuresOf(positions.slice(1).map((p, i) => [positions[i].fen, judged[i + 1]])
        .filter(([fen]) => (fen.split(" ")[1] === "w") === white && (!phase || phaseOf(fen) === phase))
        .map(([, j]) => j));
    const phasesOf = white => phases.map(phase => [phase, of(white, phase)]).filter(([, figures]) => figures.moves > 0);
    return ["White", "Black"].map(player =>
        ({ player, all: of(player === "White"), phases: phasesOf(player === "White") }));
}

