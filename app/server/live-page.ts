import { type LiveFigures, liveMarks, type LiveTexts, liveTexts } from "~/content/live-texts";
import { showStated, statedTexts } from "~/content/stated-texts";
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

/** When to look again, where the board said nothing. */
const askedUntil = new WeakMap<KVNamespace, number>();

/**
 * Has every text of this isolate say what operators state: from memory for a minute, then by one read of the board, and never of the
 * database. What the board does not tell stays as it was.
 */
export async function sayWhatIsStated({ kv, nowMs }: Pick<LivePageDeps, "kv" | "nowMs">): Promise<void> {
  const [last, now] = [kept.get(kv), nowMs()];
  if (last) showStated(last.figures);
  if (now < Math.max(last?.untilMs ?? 0, askedUntil.get(kv) ?? 0)) return;
  askedUntil.set(kv, now + KEPT_MS);
  const figures = await liveBoard(kv)
    .read()
    .catch(() => null);
  if (figures === null) return;
  kept.set(kv, { figures, untilMs: now + KEPT_MS });
  showStated(figures);
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
    return await fillLivePage(request, page, textsByMark(await currentFigures(context), context.nowMs()));
  } catch (error) {
    context.log("error", { requestId: context.requestId, error: describeError(error) });
    return null;
  }
}

async function fillLivePage(request: Request, page: Response, texts: TextsByMark): Promise<Response> {
  const html = fill(await page.text(), texts);
  const headers = new Headers(page.headers);
  for (const name of OF_THE_FILE) headers.delete(name);
  const tag = tagOf(html);
  headers.set("ETag", tag);
  if (!hasSameTag(request, tag)) return new Response(html, { headers });
  headers.delete("Content-Type");
  return new Response(null, { status: 304, headers });
}

type TextsByMark = Record<string, string | undefined>;

function textsByMark(figures: LiveFigures, nowMs: number): TextsByMark {
  const texts = liveTexts(figures, nowMs);
  const named = Object.entries(liveMarks).map(([name, mark]) => [mark, texts[name as keyof LiveTexts]]);
  return { ...(Object.fromEntries(named) as TextsByMark), ...statedTexts(figures) };
}

/** In one go: what operators wrote is not looked at for marks. */
const fill = (html: string, texts: TextsByMark): string =>
  html.replace(/\{live:[\w-]+\}/g, (mark) => escaped(texts[mark] ?? mark));

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
