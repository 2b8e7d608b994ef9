import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import type { Access } from "~/features/session/access";
import { endUserSessions } from "~/features/users/end-user-sessions";
import { liftPayoutBlock } from "~/features/users/lift-payout-block";
import { type ActOnUserOutcome, restoreUser, suspendUser } from "~/features/users/suspend-user";
import { recordIdentityCheck } from "~/features/withdrawals/record-identity-check";

// What an operator may do about a person, from their page.

/** The form's own: the same form sent twice is one check. */
const check = z.string().regex(/^idc_[a-z0-9]{10,40}$/);

const actSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("suspend"), reason: z.string().trim().min(1).max(200) }),
  z.object({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("end-sessions") }),
  z.object({ intent: z.literal("identity"), outcome: z.enum(["passed", "failed"]), check: check.optional() }),
  z.object({ intent: z.literal("lift") }),
]);
export type ActAsked = z.infer<typeof actSchema>;

const WRONG = { reason: "reason", outcome: "outcome" } as const;

/** @returns what is asked for, or the field that is wrong; null: no such intent */
export function readAct(fields: Record<string, unknown>): ActAsked | { wrong: "reason" | "outcome" } | null {
  const read = actSchema.safeParse(fields);
  if (read.success) return read.data;
  const [field] = read.error.issues[0]?.path ?? [];
  return field === "reason" || field === "outcome" ? { wrong: WRONG[field] } : null;
}

type Acting = {
  userId: string;
  /** Chosen before writing. */
  ids: { audit: string; suspension: string; check: string };
  /** Without one nothing is written, and only the session is checked. */
  asked: ActAsked | null;
};

export function actOnUser(db: Database, access: Access, { userId, ids, asked }: Acting): Work<ActOnUserOutcome> {
  const by = {
    userId,
    operatorId: access.userId,
    nowMs: access.nowMs,
    live: access.fresh,
    auditId: ids.audit,
  };
  const refused = (): ActOnUserOutcome => ({ ok: false, code: "not-allowed" });
  if (asked === null) return mapWork(nothing, refused);
  switch (asked.intent) {
    case "suspend":
      return suspendUser(db, { ...by, suspensionId: ids.suspension, reason: asked.reason });
    case "restore":
      return restoreUser(db, by);
    case "end-sessions":
      return endUserSessions(db, by);
    case "lift":
      return liftPayoutBlock(db, by);
    case "identity": {
      const checked = { ...by, checkId: asked.check ?? ids.check, outcome: asked.outcome };
      return mapWork(recordIdentityCheck(db, checked), (done) => (done ? { ok: true } : refused()));
    }
  }
}
