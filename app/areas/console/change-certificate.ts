import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import { type ReissueOutcome, reissueCertificate } from "~/areas/holdings/certificates/reissue-certificate";
import { voidCertificate, type VoidOutcome } from "~/areas/holdings/certificates/void-certificate";
import { outboxId } from "~/core/outbox/kinds";
import type { OperatorAccess } from "~/core/session/guarded";

// What an operator may do with a certificate, from its page. Each needs a recent code.

const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("reissue") }),
  z.object({ intent: z.literal("void"), reason: z.string().trim().min(1).max(200) }),
]);
type CertificateAction = z.infer<typeof actionSchema>;

/** @returns what to do, or the field that is wrong */
export function readCertificateAction(
  fields: Record<string, unknown>,
): CertificateAction | { wrong: "reason" | "no-such-intent" } {
  const read = actionSchema.safeParse(fields);
  if (read.success) return read.data;
  return { wrong: read.error.issues[0]?.path[0] === "reason" ? "reason" : "no-such-intent" };
}

type Refused = Extract<ReissueOutcome | VoidOutcome, { ok: false }>["code"];
/** `nudge`: the outbox row that was written, to be run now. */
export type CertificateChanged = { ok: true; certificateId: string; nudge?: string } | { ok: false; code: Refused };

type Changing = { certificateId: string; newId: string; newCode: string; asked: CertificateAction | null };

/** Without something to do nothing is written, and only the session is checked. */
export function changeCertificate(
  db: Database,
  operator: OperatorAccess,
  { certificateId, newId, newCode, asked }: Changing,
): Work<CertificateChanged> {
  const by = { certificateId, operator };
  if (asked === null) return mapWork(nothing, (): CertificateChanged => ({ ok: false, code: "not-allowed" }));
  if (asked.intent === "void")
    return mapWork(voidCertificate(db, { ...by, reason: asked.reason }), (outcome): CertificateChanged =>
      outcome.ok ? { ok: true, certificateId } : outcome,
    );
  return mapWork(reissueCertificate(db, { ...by, newId, newCode }), (outcome): CertificateChanged =>
    outcome.ok
      ? { ok: true, certificateId: outcome.certificateId, nudge: outboxId("issue-certificate", outcome.certificateId) }
      : outcome,
  );
}
