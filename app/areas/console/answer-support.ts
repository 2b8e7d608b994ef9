import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";
import { answerRequest, closeRequest, type SupportDecided } from "~/areas/support/answer-request";
import { insertReply } from "~/areas/support/saved-replies";

// What an operator may do with a request to support, from its page.

const supportSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("answer"),
    body: z
      .string()
      .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
      .pipe(z.string().min(1).max(4_000)),
  }),
  z.object({ intent: z.literal("close") }),
  // Writes nothing: the answer comes back longer.
  z.object({ intent: z.literal("insert"), reply: z.string().max(60), body: z.string().max(8_000) }),
]);
type SupportForm = z.infer<typeof supportSchema>;

/** @returns what is asked for, or the field that is wrong; null: no such intent */
export function readSupportAct(fields: Record<string, unknown>): SupportForm | { wrong: "body" } | null {
  const read = supportSchema.safeParse(fields);
  if (read.success) return read.data;
  return read.error.issues[0]?.path[0] === "body" ? { wrong: "body" } : null;
}

/** Without something to do nothing is written, and only the session is checked. */
type Acting = { requestId: string; answerId: string; asked: SupportForm | null };

export function actOnSupport(
  db: Database,
  operator: OperatorAccess,
  { requestId, answerId, asked }: Acting,
): Work<SupportDecided | { ok: true; inserted: string }> {
  if (asked === null) return mapWork(nothing, (): SupportDecided => ({ ok: false, code: "not-allowed" }));
  const by = { requestId, operator };
  if (asked.intent === "insert") {
    const longer = insertReply(db, { requestId, replyId: asked.reply, typed: asked.body.replaceAll("\r\n", "\n") });
    return mapWork(longer, (inserted) => ({ ok: true, inserted }));
  }
  if (asked.intent === "close") return closeRequest(db, by);
  return answerRequest(db, { ...by, answerId, body: asked.body });
}
