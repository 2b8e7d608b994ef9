import { type LateWork, lateWorkOf } from "~/core/outbox/late-work";
import { timerStateOf, type TimerState } from "~/core/timer/read-timer";
import type { AppBindings, AppConfig, Checked } from "./env";
import { type Clock, systemTime } from "./clock";

// `/healthz` is open to everybody, so it says no more than whether each part answers, from the memory of ten seconds. How much waits is
// only for callers with the key (`X-Health-Key`, the secret HEALTH_KEY).

type Line = "ok" | "missing" | "failing";
type Detail = (bindings: AppBindings, nowMs: number) => Promise<unknown>;
type Probe = (bindings: AppBindings, nowMs: number) => Line | Promise<Line>;

const PROBES = {
  database: ({ DB }) => probe(DB, (d1) => d1.prepare("SELECT 1").first()),
  sessions: ({ SESSIONS }) => probe(SESSIONS, (kv) => kv.get("health")),
  certificates: ({ CERTIFICATES }) => probe(CERTIFICATES, (bucket) => bucket.head("health")),
  proof: ({ PROOF }) => probe(PROOF, (bucket) => bucket.head("health")),
  papers: ({ PAPERS }) => (PAPERS ? "ok" : "missing"),
  starts: ({ STARTS }) => (STARTS ? "ok" : "missing"),
  settlements: ({ SETTLEMENTS }) => (SETTLEMENTS ? "ok" : "missing"),
  timer: async ({ DB }, nowMs) => (runsByItself(await timerOf(DB, nowMs)) ? "ok" : "failing"),
} satisfies Record<string, Probe>;

const DETAILS = {
  waiting_over_an_hour: async ({ DB }, nowMs) => countOf(await lateWorkOf(DB, nowMs).catch(() => null)),
  nudges: async ({ DB }, nowMs) => (await timerOf(DB, nowMs))?.nudges ?? null,
  standing_for_an_hour: async ({ DB }, nowMs) => (await timerOf(DB, nowMs))?.late ?? null,
} satisfies Record<string, Detail>;

const KEPT_MS = 10_000;
const READING_MS = 5_000;

type Known = { lines: Record<string, Line>; untilMs: number };
const known = new WeakMap<object, Known>();

export async function answerHealth(
  bindings: AppBindings,
  checked: Checked<AppConfig>,
  { nowMs: clock = systemTime, request = null }: { nowMs?: Clock; request?: Request | null } = {},
): Promise<Response> {
  const nowMs = clock();
  const lines = await linesOf(bindings, nowMs);
  const ok = checked.ok && Object.values(lines).every((line) => line === "ok");
  const details = checked.ok && (await hasKey(request, checked.config)) ? await detailsOf(bindings, nowMs) : {};
  const problems = checked.ok ? {} : { problems: checked.problems };
  return Response.json(
    { status: ok ? "ok" : "failing", bindings: lines, ...details, ...problems },
    { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}

async function linesOf(bindings: AppBindings, nowMs: number): Promise<Record<string, Line>> {
  const before = known.get(bindings);
  if (before && nowMs < before.untilMs) return before.lines;
  if (before) known.set(bindings, { ...before, untilMs: nowMs + READING_MS });
  const lines = await inOrder(Object.entries<Probe>(PROBES), (read) => read(bindings, nowMs));
  known.set(bindings, { lines, untilMs: nowMs + KEPT_MS });
  return lines;
}

const detailsOf = (bindings: AppBindings, nowMs: number) =>
  inOrder(Object.entries<Detail>(DETAILS), (read) => read(bindings, nowMs));

async function inOrder<P, T>(parts: [string, P][], read: (part: P) => T | Promise<T>): Promise<Record<string, T>> {
  const all = parts.map(async ([name, part]) => [name, await read(part)] as const);
  return Object.fromEntries(await Promise.all(all));
}

const timerOf = (d1: D1Database, nowMs: number): Promise<TimerState | null> =>
  timerStateOf(d1, nowMs).catch(() => null);

const runsByItself = (timer: TimerState | null) =>
  timer === null || (timer.nudges !== "not-consumed" && timer.late.length === 0);

const countOf = (late: LateWork | null) => late && { all: late.count, urgent: late.urgent };

async function hasKey(request: Request | null, { HEALTH_KEY: key }: AppConfig): Promise<boolean> {
  const sent = request?.headers.get("X-Health-Key");
  if (!key || !sent) return false;
  const hash = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const [one, other] = await Promise.all([hash(sent), hash(key)]);
  const [a, b] = [new Uint8Array(one), new Uint8Array(other)];
  // Of equal length, and looked at whole: how long it takes says nothing about the key.
  return a.reduce((differs, byte, at) => differs | (byte ^ (b[at] ?? 0)), 0) === 0;
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
