import { appendEntries, beginDay } from "./inside/append-entries";
import { keepLogWork, type KeptWork, type LogProgress, readLogWork, type Step } from "./inside/log-work";
import { signHead } from "./inside/sign-head";
import { writeTiles } from "./inside/write-tiles";
import { LOG_PIECE, type LogDeps, type LogPiece } from "./log-deps";

/**
 * Goes on with the public log, in pieces that are kept: what happened until the end of the last audited day is appended, then the tiles that
 * are new are written, then the root is signed. A run that dies is followed by one that goes on where it stopped; nobody sees entries
 * before the checkpoint that counts them.
 * @returns the day that is signed now, or null
 */
export async function appendLog(deps: LogDeps, piece: LogPiece = LOG_PIECE): Promise<string | null> {
  let work: KeptWork | null = await readLogWork(deps.db);
  for (let calls = 0; work && calls < piece.calls;) {
    const { progress }: KeptWork = work;
    if (progress.step === "head") return (await signHead(deps, work, progress)) ? progress.date : null;
    const step: Step | null = await makePiece(deps, work, progress, piece);
    if (!step) return null;
    const kept: string | null = await keepLogWork(deps.db, work, step.progress, step.writes);
    work = kept === null ? null : { ...work, progress: step.progress, kept };
    calls += step.calls;
  }
  return null;
}

type Unsigned = Exclude<LogProgress, { step: "head" }>;

async function makePiece(deps: LogDeps, work: KeptWork, progress: Unsigned, piece: LogPiece): Promise<Step | null> {
  switch (progress.step) {
    case "idle":
      return beginDay(deps, work);
    case "entries":
      return appendEntries(deps, work, progress, piece);
    case "tiles":
      return writeTiles(deps, work.head, progress, piece);
  }
}
