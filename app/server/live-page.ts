import { liveMarks, type LiveTexts, liveTexts, type LiveFigures } from "~/content/live-texts";
import type { RequestContext } from "./context";
import { describeError } from "./describe-error";
import { type LiveBoard, readLiveFigures } from "~/areas/proof/live-figures";
import { hasSameTag, tagOf } from "./entity-tag";
import { liveBoard } from "./live-board";

type LivePageDeps = Pick<RequestContext, "db" | "kv" | "nowMs" | "waitUntil">;

const KEPT_MS = 60_000;
/** Keyed by the KV binding, which lives as long as this isolate. */
const kept = new WeakMap<KVNamespace, { figures: LiveFigures; untilMs: number }>();

/**
 * The current figures for public pages: from memory for a minute, then from the board. The database is asked only if the board
 * is empty or out of reach, and its answer is put on the board. If that fails too, the last known figures are used.
 * @throws if there are none
 */
async function currentFigures(needs: LivePageDeps): Promise<LiveFigures> {
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

async function readAndHang({ db, waitUntil }: LivePageDeps, board: LiveBoard): Promise<LiveFigures> {
  const figures = await readLiveFigures(db);
  waitUntil(board.write(figures).catch(() => undefined));
  return figures;
}

/** These describe the file as stored, not the page as sent. */
const OF_THE_FILE = ["Content-Length", "Content-Encoding", "Last-Modified", "Accept-Ranges"];

/**
 * A prerendered page with the current figures filled in. Its ETag covers the result, so that a new figure is a new page.
 * @param page the whole file, fetched without the request's conditional headers, which apply to the filled page
 * @returns null if the figures are not available
 */
export async function showLivePage(
  request: Request,
  page: Response,
  context: RequestContext,
): Promise<Response | null> {
  if (page.status !== 200) return page;
  try {
    return await fillLivePage(request, page, liveTexts(await currentFigures(context), context.nowMs()));
  } catch (error) {
    context.log("error", { requestId: context.requestId, error: describeError(error) });
    return null;
  }
}

async function fillLivePage(request: Request, page: Response, texts: LiveTexts): Promise<Response> {
  const html = fill(await page.text(), texts);
  const headers = new Headers(page.headers);
  for (const name of OF_THE_FILE) headers.delete(name);
  const tag = tagOf(html);
  headers.set("ETag", tag);
  if (!hasSameTag(request, tag)) return new Response(html, { headers });
  headers.delete("Content-Type");
  return new Response(null, { status: 304, headers });
}

function fill(html: string, texts: LiveTexts): string {
  return Object.entries(liveMarks).reduce(
    (filled, [name, mark]) => filled.replaceAll(mark, () => escaped(texts[name as keyof LiveTexts])),
    html,
  );
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
