import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Change, DecideRefusal, ProposeRefusal } from "~/core/proposals/change";
import { confirmChange } from "~/core/proposals/confirm-change";
import { proposeChange } from "~/core/proposals/propose-change";
import { withdrawChange } from "~/core/proposals/withdraw-change";
import type { OperatorAccess } from "~/core/session/guarded";
import { missingEvidence } from "./asked-evidence";
import { mayPublish, publishing } from "./publish-cask";

// A cask whose evidence is not complete is published by two operators, with a reason that investors read on its page. They agree on what
// exactly is missing, and on the cask as it was.

const version = z.coerce.number().int().min(0);
const missing = z.string().min(1).max(200);
const proposal = z.string().min(1).max(60).optional();
const schema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("propose-publish"),
    version,
    missing,
    publish_reason: z.string().trim().min(1).max(300),
  }),
  z.object({ intent: z.literal("confirm-publish"), version, missing, proposal }),
  z.object({ intent: z.literal("cancel-publish"), proposal }),
]);

export const publicationSubject = (caskId: string) => `publication:${caskId}`;

type Publication = { caskId: string; proposalId: string; fields: Record<string, unknown>; operator: OperatorAccess };
export type PublishWithout = { ok: true } | { ok: false; code: ProposeRefusal | DecideRefusal | "reason" };

/** Without something to do nothing is written, and only the session is checked. @param asked with a `proposalId` chosen before */
export function publishWithout(
  db: Database,
  { caskId, proposalId, fields, operator }: Publication,
): Work<PublishWithout> {
  const read = schema.safeParse(fields);
  if (!read.success) {
    const code = read.error.issues[0]?.path[0] === "publish_reason" ? ("reason" as const) : ("not-allowed" as const);
    return mapWork(nothing, (): PublishWithout => ({ ok: false, code }));
  }
  const asked = read.data;
  const subject = publicationSubject(caskId);
  if (asked.intent === "cancel-publish")
    return withdrawChange(db, { subject, proposalId: asked.proposal ?? null, operator });
  const cask = { caskId, version: asked.version };
  const may = mayPublish(cask, operator.nowMs);
  const lacks = sql`${missingEvidence(dateOf(operator.nowMs))} = ${asked.missing}`;
  const change: Change = {
    kind: "publication",
    subject,
    was: sql`(SELECT 'version ' || version FROM casks WHERE casks.id = ${caskId} AND casks.state <> 'published')`,
    becomes: asked.missing,
  };
  const given = sql`EXISTS (SELECT 1 FROM casks WHERE ${may} AND ${lacks})`;
  if (asked.intent === "propose-publish")
    return proposeChange(db, { ...change, note: asked.publish_reason, proposalId, operator, given });
  const confirmed = confirmChange(db, {
    ...change,
    proposalId: asked.proposal ?? null,
    operator,
    given,
    effects: (isConfirmed) => {
      const reason = sql`(SELECT note FROM change_proposals WHERE ${isConfirmed})`;
      const allowed = sql`${may} AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`;
      return publishing(db, { ...cask, operator, allowed, without: sql`${asked.missing}`, because: reason });
    },
  });
  return mapWork(confirmed, (outcome): PublishWithout => (outcome.ok ? { ok: true } : outcome));
}
