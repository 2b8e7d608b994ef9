import type { LiveFigures } from "~/content/live-texts";
import { type LiveBoard, readLiveFigures } from "~/features/live/live-figures";
import type { RequestContext } from "./context";
import { liveBoard } from "./live-board";

type Needs = Pick<RequestContext, "db" | "kv" | "nowMs" | "waitUntil">;

const KEPT_MS = 60_000;
/** By the binding they came through, which lives as long as this isolate. */
const kept = new WeakMap<KVNamespace, { figures: LiveFigures; untilMs: number }>();

/**
 * What public pages say as of now: from memory for a minute, then from the board. Only when the board is empty or out of reach
 * is the database asked, once, and its answer hung there. If that fails too, the last figures known go on.
 * @throws when there are none
 */
export async function currentFigures(needs: Needs): Promise<LiveFigures> {
  const [last, nowMs] = [kept.get(needs.kv), needs.nowMs()];
  if (last && nowMs < last.untilMs) return last.figures;
  const board = liveBoard(needs.kv);
  try {
    const figures = (await board.read().catch(() => null)) ?? (await readAndHang(needs, board));
    kept.set(needs.kv, { figures, untilMs: nowMs + KEPT_MS });
    return figures;
  } catch (error) {
    if (last) return last.figures;
    throw error;
  }
}

async function readAndHang({ db, waitUntil }: Needs, board: LiveBoard): Promise<LiveFigures> {
  const figures = await readLiveFigures(db);
  waitUntil(board.write(figures).catch(() => undefined));
  return figures;
}
