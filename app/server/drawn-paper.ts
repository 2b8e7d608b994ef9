import type { Paper } from "~/areas/holdings/papers/paper";
import type { RequestContext } from "./context";
import { TurnTaker } from "./heavy-work";
import { keyedHash } from "./keyed-hash";
import { tooMany } from "./too-many";

/**
 * How often something is answered, counted in this isolate's memory: it costs no write, and each isolate counts for itself. For
 * reads that have to be slowed down and must change nothing; what guards money or codes is counted in the database.
 */
class MemoryLimit {
  readonly #counts = new Map<string, { count: number; endsAtMs: number }>();

  constructor(
    readonly most: number,
    readonly windowMs: number,
    readonly keys = 5_000,
  ) {}

  take(key: string, nowMs: number): number | null {
    if (this.#counts.size >= this.keys) this.#counts.clear();
    const running = this.#counts.get(key);
    const one = running && running.endsAtMs > nowMs ? running : { count: 0, endsAtMs: nowMs + this.windowMs };
    one.count += 1;
    this.#counts.set(key, one);
    return one.count > this.most ? Math.ceil((one.endsAtMs - nowMs) / 1000) : null;
  }
}

// A paper takes up to a second and a half of processor time. A user who asks for many waits in line behind their own; asking again for the
// same figures returns the file already drawn. Counted in memory: a GET writes nothing.

const HOUR_MS = 3_600_000;
/** How long a drawn file is kept. Its address follows from its figures and a secret, so a change of either leads to another. */
const KEPT_S = 3_600;

const drawnByOne = new MemoryLimit(30, HOUR_MS);
const turns = new TurnTaker({ ofOne: 1, ofAll: 2, waitMs: 4_000, lostAfterMs: 20_000 });

type DrawnPaperDeps = Pick<RequestContext, "papers" | "config" | "nowMs" | "wait" | "log">;

/** @throws the 429 to send, if the user has papers being drawn or has had too many drawn */
export async function drawnPaper(
  context: DrawnPaperDeps,
  userId: string,
  paper: Paper,
  name: string,
): Promise<Response> {
  const { papers, config, nowMs, log } = context;
  const key = `${config.APP_ORIGIN}/drawn/${await keyedHash(config.SESSION_SECRET, JSON.stringify([userId, paper]))}`;
  const cache = await caches.open("papers");
  const kept = async () => {
    const found = await cache.match(key);
    return found ? pdfFile(new Uint8Array(await found.arrayBuffer()), name) : null;
  };
  const before = await kept();
  if (before) return before;
  const turn = await turns.take(userId, context.wait);
  if (!turn) {
    log("papers-busy", { userId });
    throw tooMany(5_000);
  }
  try {
    const meanwhile = turn.waited ? await kept() : null;
    if (meanwhile) return meanwhile;
    const waitS = drawnByOne.take(userId, nowMs());
    if (waitS !== null) {
      log("papers-limit-reached", { userId });
      throw tooMany(waitS * 1000);
    }
    const bytes = await papers.draw(paper);
    const headers = { "Content-Type": "application/pdf", "Cache-Control": `max-age=${KEPT_S}` };
    // Before the turn ends, so that a waiting request finds the file. Otherwise it would be redrawn.
    await cache.put(key, new Response(bytes as Uint8Array<ArrayBuffer>, { headers })).catch(() => undefined);
    return pdfFile(bytes, name);
  } finally {
    turn.end();
  }
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
