import { accountsPiece } from "./inside/accounts-piece";
import { type AuditDeps, PIECE, type PieceSize } from "./audit-deps";
import type { Progress } from "./inside/audit-progress";
import { dueDate, keepPiece, leaveAudit, type Leased, type Piece, takeAudit } from "./inside/audit-row";
import { bidsPiece } from "./inside/bids-piece";
import { booksPiece } from "./inside/books-piece";
import { casksPiece } from "./inside/casks-piece";
import { chainPiece } from "./inside/chain-piece";
import { marksPiece } from "./inside/marks-piece";
import { owedPiece } from "./inside/owed-piece";
import { evidencePiece, exitsPiece, figuresPiece } from "./inside/proof-pieces";
import { publishDay } from "./inside/publish-day";
import { rulesPiece } from "./inside/rules-piece";

/** Pieces that one run of the timer makes: a few seconds of CPU, and fewer calls than a run may make. */
const PIECES_A_RUN = 12;

/**
 * Goes on with the audit of the day before, in pieces, each of which is kept: after a run that died, the next continues where it stopped,
 * and the files come out the same. Of days without an audit, only the last is audited: how things stood at the end of the others can no
 * longer be told for sure.
 * @returns the day that is published now, or null
 */
export async function runAudit(
  deps: AuditDeps,
  { pieces = PIECES_A_RUN, size = PIECE }: { pieces?: number; size?: PieceSize } = {},
): Promise<string | null> {
  const date = dueDate(deps.nowMs());
  if (date === null) return null;
  let leased = await takeAudit(deps, date);
  for (let made = 0; leased && made < pieces; made++) {
    if (leased.progress.step === "publish") return (await publishDay(deps, leased, leased.progress)) ? date : null;
    const { progress, statements } = await makePiece(deps, leased, leased.progress, size);
    leased = await keepPiece(deps, leased, progress, statements);
  }
  if (leased) await leaveAudit(deps, leased);
  return null;
}

type Unpublished = Exclude<Progress, { step: "publish" }>;

function makePiece(deps: AuditDeps, leased: Leased, progress: Unpublished, size: PieceSize): Promise<Piece> {
  switch (progress.step) {
    case "ledger":
      return chainPiece(deps, leased, progress, size);
    case "accounts":
      return withoutStatements(accountsPiece(deps, progress, size));
    case "casks":
      return casksPiece(deps, leased, progress, size);
    case "marks":
      return marksPiece(deps, leased, progress, size);
    case "rules":
      return withoutStatements(rulesPiece(deps, progress, size));
    case "books":
      return withoutStatements(booksPiece(deps, leased, progress));
    // Before the day itself, so that whoever sees it published finds what the pages of proof are drawn from, and whatever it says.
    case "evidence":
      return evidencePiece(deps, leased, progress, size);
    case "exits":
      return exitsPiece(deps, leased, progress, size);
    case "figures":
      return withoutStatements(figuresPiece(deps, leased, progress));
    case "bids":
      return bidsPiece(deps, leased, progress);
    case "owed":
      return withoutStatements(owedPiece(deps, leased, progress, size));
  }
}

const withoutStatements = async (progress: Promise<Progress>): Promise<Piece> => ({
  progress: await progress,
  statements: [],
});
