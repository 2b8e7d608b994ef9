import type { Paper } from "~/areas/holdings/papers/paper";
import type { RequestContext } from "./context";
import { keyedHash } from "./keyed-hash";
import { tooMany } from "./too-many";

// A paper takes up to two seconds of processor time. Asking again for the same figures returns the file already drawn. Counted in
// memory, by each isolate for itself: a GET writes nothing.

const HOUR_MS = 3_600_000;
/** How long a drawn file is kept. Its address follows from its figures and a secret, so a change of either leads to another. */
const KEPT_S = 3_600;

const MOST_PER_HOUR = 30;
const MOST_PEOPLE = 5_000;
const drawnBy = new Map<string, { count: number; endsAtMs: number }>();

/** How long the user has to wait until another paper is drawn; null if it is drawn now. */
function waitOf(userId: string, nowMs: number): number | null {
  if (drawnBy.size >= MOST_PEOPLE) drawnBy.clear();
  const running = drawnBy.get(userId);
  const one = running && running.endsAtMs > nowMs ? running : { count: 0, endsAtMs: nowMs + HOUR_MS };
  one.count += 1;
  drawnBy.set(userId, one);
  return one.count > MOST_PER_HOUR ? one.endsAtMs - nowMs : null;
}

type DrawnPaperDeps = Pick<RequestContext, "papers" | "config" | "nowMs" | "log">;

/** @throws the 429 to send, if the user has had too many drawn */
export async function drawnPaper(
  context: DrawnPaperDeps,
  userId: string,
  paper: Paper,
  name: string,
): Promise<Response> {
  const { papers, config, nowMs, log } = context;
  const key = `${config.APP_ORIGIN}/drawn/${await keyedHash(config.SESSION_SECRET, JSON.stringify([userId, paper]))}`;
  const cache = await caches.open("papers");
  const kept = await cache.match(key);
  if (kept) return pdfFile(new Uint8Array(await kept.arrayBuffer()), name);
  const waitMs = waitOf(userId, nowMs());
  if (waitMs !== null) {
    log("papers-limit-reached", { userId });
    throw tooMany(waitMs);
  }
  const bytes = await papers.draw(paper);
  const headers = { "Content-Type": "application/pdf", "Cache-Control": `max-age=${KEPT_S}` };
  await cache.put(key, new Response(bytes as Uint8Array<ArrayBuffer>, { headers })).catch(() => undefined);
  return pdfFile(bytes, name);
}

function pdfFile(bytes: Uint8Array, name: string): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${name}.pdf"`,
      "Cache-Control": "private, no-store",
    },
  });
}
