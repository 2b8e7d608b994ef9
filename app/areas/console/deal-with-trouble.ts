import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import { dropDeadLetter, type DropOutcome } from "~/areas/console/dead-letters/inside/drop-dead-letter";
import { type ReplayOutcome, replayDeadLetter } from "~/areas/console/dead-letters/inside/replay-dead-letter";
import { endWork, type EndWorkOutcome } from "~/core/outbox/end-work";
import type { OperatorAccess } from "~/core/session/guarded";
import { explainDifference, type ExplainOutcome } from "./explain-difference";

const id = z.string().min(1).max(200);
const reason = z.string().trim().min(1).max(200);

const troubleSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("replay"), letter: id }),
  z.object({ intent: z.literal("drop"), letter: id, reason }),
  z.object({ intent: z.literal("end"), work: id, reason }),
  z.object({ intent: z.literal("explain"), difference: id, reason }),
]);
type TroubleAsked = z.infer<typeof troubleSchema>;

export type TroubleOutcome =
  ReplayOutcome | DropOutcome | EndWorkOutcome | ExplainOutcome | { ok: false; code: "reason" };

export function readTrouble(fields: Record<string, unknown>): TroubleAsked | "reason" | null {
  const read = troubleSchema.safeParse(fields);
  if (read.success) return read.data;
  return read.error.issues[0]?.path[0] === "reason" ? "reason" : null;
}

/** Without something to do nothing is written. */
export function dealWithTrouble(
  db: Database,
  operator: OperatorAccess,
  asked: TroubleAsked | "reason" | null,
): Work<TroubleOutcome> {
  const code = asked === "reason" ? "reason" : "no-such-work";
  if (asked === null || asked === "reason") return mapWork(nothing, (): TroubleOutcome => ({ ok: false, code }));
  const by = { operator };
  if (asked.intent === "replay") return replayDeadLetter(db, { ...by, deadLetterId: asked.letter });
  if (asked.intent === "drop") return dropDeadLetter(db, { ...by, deadLetterId: asked.letter, reason: asked.reason });
  if (asked.intent === "explain")
    return explainDifference(db, { ...by, differenceId: asked.difference, reason: asked.reason });
  return endWork(db, { ...by, outboxId: asked.work, reason: asked.reason });
}
