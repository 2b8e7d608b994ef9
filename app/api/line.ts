import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import type { PlaceNow } from "~/areas/buying/desk/desk-terms";
import { readSignedIn } from "~/core/session/read-signed-in";
import { utcTime } from "~/domain/instant";
import { readId } from "~/server/read-id";
import { problem, withData } from "./answer";
import { call } from "./call";

const placeSchema = z.object({
  state: z
    .enum(["gathered", "in-line", "called", "passed", "over", "none"])
    .meta({
      description:
        "`called`: the call that starts a payment holds a stake now; `gathered`: places are drawn, at `until`, among all who ask in the first minute",
    }),
  place: z.number().int().nullable().meta({ description: "1 is the first; null unless in line" }),
  paused: z.boolean().meta({ description: "In line, and nobody is called until the sale of the cask goes on" }),
  until: z
    .string()
    .nullable()
    .meta({ description: "When the offer ends, or places are drawn, in UTC (ISO 8601); else null" }),
  ticket: z.string().nullable().meta({ description: "The caller's number in the draw; null unless gathered" }),
  why: z.enum(["sold-out", "closed", "withdrawn"]).nullable().meta({ description: "Why the line is over" }),
});

export const getLine = call({
  operationId: "getLine",
  method: "GET",
  path: "/api/cask/{id}/line",
  summary:
    "The caller's place in the line of a cask whose stakes are all in checkouts. Ask again after 5 seconds or more.",
  answer: withData(placeSchema),
  errors: [503],
  async handle({ context, session, params }) {
    await readSignedIn(session);
    const now = (await context.desk?.place(readId(params.id), session.claim)) ?? { is: "none" };
    if (now.is === "session-ended") throw new Response(null, { status: 401 });
    if (now.is === "away") return problem(503, apiTexts.busy, { headers: { "Retry-After": "5" } });
    return { status: true, data: placeWire(now) };
  },
});

const placeWire = (now: PlaceNow): z.infer<typeof placeSchema> => ({
  state: now.is,
  place: now.is === "in-line" ? now.place : null,
  paused: now.is === "in-line" && now.paused === true,
  until: untilOf(now),
  ticket: now.is === "gathered" ? now.ticket : null,
  why: now.is === "over" ? now.why : null,
});

function untilOf(now: PlaceNow): string | null {
  if (now.is === "gathered") return utcTime(now.drawnAtMs);
  return now.is === "called" ? utcTime(now.untilMs) : null;
}
