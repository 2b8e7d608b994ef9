import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import { type ReplayOutcome, replayDeadLetter } from "~/features/dead-letters/replay-dead-letter";
import { endWork, type EndWorkOutcome } from "~/features/outbox/end-work";
import type { Access } from "~/features/session/access";

const troubleSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("replay"), letter: z.string().min(1).max(200) }),
  z.object({ intent: z.literal("end"), work: z.string().min(1).max(200), reason: z.string().trim().min(1).max(200) }),
]);
type TroubleAsked = z.infer<typeof troubleSchema>;

export type TroubleOutcome = ReplayOutcome | EndWorkOutcome | { ok: false; code: "reason" };

export function readTrouble(fields: Record<string, unknown>): TroubleAsked | "reason" | null {
  const read = troubleSchema.safeParse(fields);
  if (read.success) return read.data;
  return read.error.issues[0]?.path[0] === "reason" ? "reason" : null;
}

/** Without something to do nothing is written. */
export function dealWithTrouble(
  db: Database,
  access: Access,
  asked: TroubleAsked | "reason" | null,
): Work<TroubleOutcome> {
  const code = asked === "reason" ? "reason" : "no-such-work";
  if (asked === null || asked === "reason") return mapWork(nothing, (): TroubleOutcome => ({ ok: false, code }));
  const by = { operatorId: access.userId, nowMs: access.nowMs, live: access.fresh };
  if (asked.intent === "replay") return replayDeadLetter(db, { ...by, deadLetterId: asked.letter });
  return endWork(db, { ...by, outboxId: asked.work, reason: asked.reason });
}
