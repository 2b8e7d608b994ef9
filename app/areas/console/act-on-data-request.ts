import * as z from "zod";
import type { Database } from "~/db/client";
import { DATA_REQUEST_KINDS } from "~/db/schema/names";
import type { Work } from "~/db/work";
import { addDays, dateOf, isCalendarDate } from "~/domain/calendar-date";
import type { OperatorAccess } from "~/core/session/guarded";
import { type ErasureOutcome, eraseOnRequest } from "~/areas/accounts/closing/erase-on-request";
import {
  type DataRequestOutcome,
  endDataRequest,
  extendDataRequest,
  recordDataRequest,
} from "~/areas/accounts/users/data-requests";

// What an operator may do about a request for data or erasure, from the page of its person.

const request = z.string().min(1).max(60);
const because = z.string().trim().min(1).max(200);
/** One reason stands beside each request, and a field of its own for each, since both kinds may wait. */
const answer = <T extends string>(intent: T) => z.object({ intent: z.literal(intent), request, because });

export const dataRequestSchemas = [
  z.object({
    intent: z.literal("record-request"),
    request_kind: z.enum(DATA_REQUEST_KINDS),
    received_on: z.string().refine(isCalendarDate),
  }),
  z.object({ intent: z.literal("hand-over"), request }),
  z.object({ intent: z.literal("erase"), request }),
  answer("extend-request"),
  answer("refuse-request"),
] as const;

export type DataRequestAsked = z.infer<(typeof dataRequestSchemas)[number]>;

type Acting = { userId: string; ids: { request: string; closing: string; stopToken: string }; asked: DataRequestAsked };

export function actOnDataRequest(
  db: Database,
  operator: OperatorAccess,
  { userId, ids, asked }: Acting,
): Work<DataRequestOutcome | ErasureOutcome> {
  switch (asked.intent) {
    case "record-request": {
      const wanted = { kind: asked.request_kind, receivedOn: asked.received_on };
      return recordDataRequest(db, { userId, operator, requestId: ids.request, ...wanted });
    }
    case "hand-over":
      return endDataRequest(db, { userId, operator, requestId: asked.request, outcome: "done" });
    case "refuse-request":
      return endDataRequest(db, {
        userId,
        operator,
        requestId: asked.request,
        outcome: "refused",
        because: asked.because,
      });
    case "extend-request":
      return extendDataRequest(db, { userId, operator, requestId: asked.request, because: asked.because });
    case "erase":
      return eraseOnRequest(db, {
        userId,
        operator,
        requestId: asked.request,
        closingId: ids.closing,
        stopToken: ids.stopToken,
      });
  }
}

/** Whether the day it came can be: within a year, and not ahead of us; in India it is already tomorrow while it is still today in UTC. */
export function hasPlausibleDay(asked: { intent: string }, nowMs: number): boolean {
  if (!isAboutData(asked) || asked.intent !== "record-request") return true;
  const today = dateOf(nowMs);
  return asked.received_on <= addDays(today, 1) && asked.received_on > addDays(today, -366);
}

export const isAboutData = (asked: { intent: string }): asked is DataRequestAsked =>
  dataRequestSchemas.some(({ shape }) => shape.intent.value === asked.intent);
