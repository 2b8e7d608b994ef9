import type { LiveFigures } from "~/content/live-texts";
import { type LiveBoard, readLiveFigures } from "~/areas/proof/live/live-figures";
import type { RequestContext } from "./context";
import { liveBoard } from "./live-board";

type Needs = Pick<RequestContext, "db" | "kv" | "nowMs" | "waitUntil">;

const KEPT_MS = 60_000;
/** Keyed by the KV binding, which lives as long as this isolate. */
const kept = new WeakMap<KVNamespace, { figures: LiveFigures; untilMs: number }>();

/**
 * The current figures for public pages: from memory for a minute, then from the board. The database is asked only if the board
 * is empty or out of reach, and its answer is put on the board. If that fails too, the last known figures are used.
 * @throws if there are none
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
