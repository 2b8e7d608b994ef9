import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";
import { callBackRun } from "./inside/call-back-run";
import { markPaid } from "./inside/mark-paid";
import type { RunForm, RunFormErrors } from "./run-form";

/** `missed`: the requests that could not be marked paid; or the run that was not called back. */
export type RunDecided =
  { ok: true } | { ok: false; errors: RunFormErrors; missed: { requests: number } | "not-called-back" | null };

type Deciding = { runId: string; form: RunForm; operator: OperatorAccess };

/** What an operator does from the page of a run. Where the form is refused nothing is written, and only the session is checked. */
export function decideAboutRun(db: Database, { runId, form, operator }: Deciding): Work<RunDecided> {
  if (!form.ok) return mapWork(nothing, () => ({ ok: false, errors: form.errors, missed: null }));
  if (form.intent === "call-back")
    return mapWork(callBackRun(db, { runId, reason: form.reason, operator }), (done) =>
      done ? { ok: true } : { ok: false, errors: {}, missed: "not-called-back" },
    );
  return mapWork(markPaid(db, { runId, references: form.references, operator }), (missed) =>
    missed.length === 0 ? { ok: true } : { ok: false, errors: {}, missed: { requests: missed.length } },
  );
}
