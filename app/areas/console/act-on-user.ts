import * as z from "zod";
import { dataRequestTexts } from "~/content/console-user-texts";
import { LETTER_KINDS } from "~/db/schema/names";
import { addDays, dateOf, formatDate, isCalendarDate } from "~/domain/calendar-date";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";
import { endUserSessions } from "~/areas/accounts/users/end-user-sessions";
import { NOTE_LENGTH, noteAboutUser } from "~/areas/accounts/users/note-about-user";
import { liftPayoutBlock } from "~/areas/accounts/users/lift-payout-block";
import { type ActOnUserOutcome, restoreUser, suspendUser } from "~/areas/accounts/users/suspend-user";
import { type ErasureOutcome, eraseOnRequest } from "~/areas/accounts/closing/erase-on-request";
import { type DataRequestOutcome, recordDataRequest } from "~/areas/accounts/users/data-requests";
import { readHolderName } from "~/areas/accounts/profile/name-holder";
import { correctName, type NameCorrected } from "~/areas/holdings/certificates/correct-name";
import type { Replacement } from "~/areas/holdings/certificates/replace-certificates";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";

// What an operator may do about a person, from their page.

/** The form's own: the same form sent twice is one check. */
const check = z.string().regex(/^idc_[a-z0-9]{10,40}$/);
const reason = z.string().trim().min(1).max(200);
const note = z
  .string()
  .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
  .pipe(z.string().min(1).max(NOTE_LENGTH));

const actSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("suspend"), reason }),
  z.object({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("end-sessions") }),
  z.object({ intent: z.literal("identity"), outcome: z.enum(["passed", "failed"]), check: check.optional() }),
  z.object({ intent: z.literal("lift") }),
  z.object({ intent: z.literal("note"), note }),
  z.object({
    intent: z.literal("name"),
    full_name: z.string(),
    name_on_certificate: z.string().default(""),
    name_reason: reason,
  }),
  z.object({
    intent: z.literal("record-request"),
    request_kind: z.enum(LETTER_KINDS),
    received_on: z.string().refine(isCalendarDate),
  }),
  z.object({ intent: z.literal("erase") }),
]);
export type ActAsked = z.infer<typeof actSchema>;

const FIELDS = [
  "reason",
  "outcome",
  "note",
  "full_name",
  "name_on_certificate",
  "name_reason",
  "request_kind",
  "received_on",
] as const;
type Field = (typeof FIELDS)[number];

/** Within a year, and not ahead of us; in India it is already tomorrow while it is still today in UTC. */
function isPlausible(receivedOn: string, nowMs: number): boolean {
  const today = dateOf(nowMs);
  return receivedOn <= addDays(today, 1) && receivedOn > addDays(today, -366);
}

/** @returns what is asked for, or the field that is wrong; null: no such intent */
export function readAct(fields: Record<string, unknown>, nowMs: number): ActAsked | { wrong: Field } | null {
  const read = actSchema.safeParse(fields);
  if (read.success && read.data.intent === "record-request" && !isPlausible(read.data.received_on, nowMs))
    return { wrong: "received_on" };
  if (read.success && read.data.intent === "name") {
    const named = readHolderName(read.data);
    if (!named.ok) return { wrong: named.errors.full_name === undefined ? "name_on_certificate" : "full_name" };
  }
  if (read.success) return read.data;
  const wrong = FIELDS.find((field) => field === read.error.issues[0]?.path[0]);
  return wrong === undefined ? null : { wrong };
}

type Acting = {
  userId: string;
  /** Chosen before writing. */
  ids: {
    audit: string;
    suspension: string;
    check: string;
    note: string;
    correction: string;
    request: string;
    requestNumber: string;
    closing: string;
    stopToken: string;
  };
  /** For a corrected name: what takes the place of each certificate that stands. */
  replacements: readonly Replacement[];
  /** Without one nothing is written, and only the session is checked. */
  asked: ActAsked | null;
};

export type ActOutcome = ActOnUserOutcome | DataRequestOutcome | ErasureOutcome | NameCorrected;

export function actOnUser(
  db: Database,
  operator: OperatorAccess,
  { userId, ids, asked, replacements }: Acting,
): Work<ActOutcome> {
  const by = { userId, operator, auditId: ids.audit };
  const refused = (): ActOutcome => ({ ok: false, code: "not-allowed" });
  if (asked === null) return mapWork(nothing, refused);
  switch (asked.intent) {
    case "suspend":
      return suspendUser(db, { ...by, suspensionId: ids.suspension, reason: asked.reason });
    case "restore":
      return restoreUser(db, by);
    case "end-sessions":
      return endUserSessions(db, by);
    case "record-request": {
      const { request_kind: kind, received_on: receivedOn } = asked;
      const message = dataRequestTexts.message(dataRequestTexts.kinds[kind], formatDate(receivedOn));
      return recordDataRequest(db, {
        ...{ userId, operator, kind, receivedOn, message },
        ...{ requestId: ids.request, number: ids.requestNumber },
      });
    }
    case "erase":
      return eraseOnRequest(db, { userId, operator, closingId: ids.closing, stopToken: ids.stopToken });
    case "lift":
      return liftPayoutBlock(db, by);
    case "note":
      return noteAboutUser(db, { userId, operator, noteId: ids.note, body: asked.note });
    case "name": {
      const holder = readHolderName(asked);
      if (!holder.ok) return mapWork(nothing, refused);
      const named = { holder: holder.holder, reason: asked.name_reason, correctionId: ids.correction, replacements };
      return correctName(db, { userId, operator, ...named });
    }
    case "identity": {
      const checked = { ...by, checkId: asked.check ?? ids.check, outcome: asked.outcome };
      return mapWork(recordIdentityCheck(db, checked), (done) => (done ? { ok: true } : refused()));
    }
  }
}
