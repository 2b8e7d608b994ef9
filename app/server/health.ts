import { standingJobs } from "~/core/timer/run-jobs";
import type { AppBindings, AppConfig, Checked } from "./env";
import { type Clock, systemTime } from "./clock";

// `/healthz` is open to everyone, so it says no more than whether each part answers, from the memory of ten seconds.

type Line = "ok" | "missing" | "failing";
type Probe = (bindings: AppBindings, nowMs: number) => Line | Promise<Line>;

const PROBES = {
  database: ({ DB }) => probe(DB, (d1) => d1.prepare("SELECT 1").first()),
  sessions: ({ SESSIONS }) => probe(SESSIONS, (kv) => kv.get("health")),
  certificates: ({ CERTIFICATES }) => probe(CERTIFICATES, (bucket) => bucket.head("health")),
  proof: ({ PROOF }) => probe(PROOF, (bucket) => bucket.head("health")),
  papers: ({ PAPERS }) => (PAPERS ? "ok" : "missing"),
  starts: ({ STARTS }) => (STARTS ? "ok" : "missing"),
  settlements: ({ SETTLEMENTS }) => (SETTLEMENTS ? "ok" : "missing"),
  timer: ({ DB }, nowMs) => timerLine(DB, nowMs),
} satisfies Record<string, Probe>;

const KEPT_MS = 10_000;
const READING_MS = 5_000;

type Known = { lines: Record<string, Line>; untilMs: number };
const known = new WeakMap<object, Known>();

export async function answerHealth(
  bindings: AppBindings,
  checked: Checked<AppConfig>,
  nowMs: Clock = systemTime,
): Promise<Response> {
  const lines = await linesOf(bindings, nowMs());
  const ok = checked.ok && Object.values(lines).every((line) => line === "ok");
  const problems = checked.ok ? {} : { problems: checked.problems };
  return Response.json(
    { status: ok ? "ok" : "failing", bindings: lines, ...problems },
    { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}

async function linesOf(bindings: AppBindings, nowMs: number): Promise<Record<string, Line>> {
  const before = known.get(bindings);
  if (before && nowMs < before.untilMs) return before.lines;
  if (before) known.set(bindings, { ...before, untilMs: nowMs + READING_MS });
  const all = Object.entries<Probe>(PROBES).map(async ([name, read]) => [name, await read(bindings, nowMs)] as const);
  const lines = Object.fromEntries(await Promise.all(all));
  known.set(bindings, { lines, untilMs: nowMs + KEPT_MS });
  return lines;
}

/** A database that does not answer says so in its own line. */
async function timerLine(d1: D1Database, nowMs: number): Promise<Line> {
  const late = await standingJobs(d1, nowMs).catch(() => []);
  return late.length === 0 ? "ok" : "failing";
}

async function probe<B>(binding: B | undefined, read: (binding: B) => Promise<unknown>): Promise<Line> {
  if (!binding) return "missing";
  try {
    await read(binding);
    return "ok";
  } catch {
    return "failing";
  }
}
