import { type LateWork, lateWorkOf } from "~/features/outbox/late-work";
import type { AppBindings, AppConfig, Checked } from "./env";
import { type Clock, systemTime } from "./clock";

type Line = "ok" | "missing" | "failing";

/** `/healthz`: one line per binding, how much work is late, and which settings are missing (names only). */
export async function answerHealth(
  bindings: AppBindings,
  checked: Checked<AppConfig>,
  nowMs: Clock = systemTime,
): Promise<Response> {
  let late: LateWork | null = null;
  const [database, sessions, certificates, proof] = await Promise.all([
    probe(bindings.DB, async (d1) => {
      late = await lateWorkOf(d1, nowMs());
    }),
    probe(bindings.SESSIONS, (kv) => kv.get("health")),
    probe(bindings.CERTIFICATES, (bucket) => bucket.head("health")),
    probe(bindings.PROOF, (bucket) => bucket.head("health")),
  ]);
  const lines = {
    database,
    sessions,
    certificates,
    proof,
    papers: bindings.PAPERS ? ("ok" as const) : ("missing" as const),
    settlements: bindings.SETTLEMENTS ? ("ok" as const) : ("missing" as const),
  };
  const ok = checked.ok && Object.values(lines).every((line) => line === "ok");
  return Response.json(
    {
      status: ok ? "ok" : "failing",
      bindings: lines,
      waiting_over_an_hour: countOf(late),
      problems: checked.ok ? [] : checked.problems,
    },
    { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}

/** Null: the database cannot say. */
const countOf = (late: LateWork | null) => late && { all: late.count, urgent: late.urgent };

async function probe<B>(binding: B | undefined, read: (binding: B) => Promise<unknown>): Promise<Line> {
  if (!binding) return "missing";
  return read(binding).then(
    () => "ok" as const,
    () => "failing" as const,
  );
}
