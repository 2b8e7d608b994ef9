import * as z from "zod";
import { problem } from "./answer";
import { apiTexts, fieldTexts } from "~/content/api-texts";
import type { Session } from "~/core/session/session";
import { centsToWire, wireToCents } from "~/domain/money";
import { MOST_BYTES, readAtMost } from "~/server/body-limit";

// Says in our words what is wrong with a field. A message of the schema's own takes precedence.

type Placed = { path?: PropertyKey[] | undefined };

const nameOf = ({ path = [] }: Placed): string => path.map(String).join(".");

/** The message of a rule in a schema; the text names the field, wherever the schema is used. */
export const named = (text: (name: string) => string) => ({ error: (issue: Placed) => text(nameOf(issue)) });

/** The calls of docs/api.md show what is valid. */
const explainIssue = (issue: z.core.$ZodRawIssue): string =>
  issue.input === undefined ? fieldTexts.missing(nameOf(issue)) : fieldTexts.wrong(nameOf(issue));

// Parts that many calls share. On the wire money is a number of dollars with at most two decimals, and dates are
// 'YYYY-MM-DD' in UTC. A body is a JSON object of at most 64 kB. Functions that read a request throw a Response.

export const id = z.string().min(1).max(60);

export const addressFields = { email: z.string().max(320).nullish(), phone_number: z.string().max(40).nullish() };

/** The price as the client states it; only ever compared with the real one. */
export const claimedAmount = z
  .number()
  .positive()
  .refine((amount) => wireToCents(amount) !== null, named(fieldTexts.badAmount));

export function toWire(cents: number): number;
export function toWire(cents: number | null): number | null;
export function toWire(cents: number | null): number | null {
  return cents === null ? null : centsToWire(cents);
}

/** Clients read both spellings. */
export const activationWire = (activated: boolean) => ({
  isActive: activated,
  is_active: activated,
  hasMadeOneTimePayment: activated,
  has_made_one_time_payment: activated,
});

export async function readBody(request: Request): Promise<object> {
  const text = await readText(request);
  let body: unknown;
  try {
    body = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw problem(400, apiTexts.notJson);
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw problem(400, apiTexts.notJson);
  return body;
}

async function readText(request: Request): Promise<string> {
  if (!request.body) return "";
  const body = await readAtMost(request.body, MOST_BYTES.other);
  if (!body) throw problem(413, apiTexts.tooLarge);
  return body.text();
}

export function readFields<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  const read = schema.safeParse(fields, { error: explainIssue });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw problem(400, issue?.message ?? apiTexts.notJson, { field: issue && nameOf(issue) });
}

/** Where a request states the user's id. A dot leads into an object of the body. */
export type OwnId = { in: "path" | "query" | "body"; name: string };

/** Refuses an id that is not the viewer's own. A missing id is left to the schema. */
export function refuseForeignId({ claim }: Session, id: unknown, field: string): void {
  if (id !== undefined && id !== null && id !== claim.userId) throw problem(403, "This id is not yours.", { field });
}

const USER_ID = /^user_?id$/i;

/**
 * Refuses any user's id but the viewer's own, wherever the request has one, even next to the right one. `id` is a user's in calls that
 * are about a user, at the top of query and body.
 */
export function refuseForeignIds(
  session: Session,
  { query, body, ofUser }: { query: URLSearchParams; body: unknown; ofUser: boolean },
) {
  for (const [name, value] of query)
    if (USER_ID.test(name) || (ofUser && name === "id")) refuseForeignId(session, value || undefined, name);
  if (ofUser) refuseForeignId(session, fieldOf(body, "id"), "id");
  refuseForeignIn(session, body, "");
}

function refuseForeignIn(session: Session, sent: unknown, within: string): void {
  if (typeof sent !== "object" || sent === null) return;
  for (const [name, value] of Object.entries(sent)) {
    if (USER_ID.test(name)) refuseForeignId(session, value, within + name);
    else refuseForeignIn(session, value, Array.isArray(sent) ? within : `${within}${name}.`);
  }
}

/** Reads the id from the query string, which no schema covers. */
export function readOwnId(session: Session, request: Request, name: string): void {
  const id = new URL(request.url).searchParams.get(name);
  if (!id) throw problem(400, fieldTexts.missing(name), { field: name });
  refuseForeignId(session, id, name);
}

/** A field of the raw body; 'metadata.userID' is read from `metadata`. */
function fieldOf(body: unknown, name: string): unknown {
  let found = body;
  for (const part of name.split("."))
    found = typeof found === "object" && found !== null ? (found as Record<string, unknown>)[part] : undefined;
  return found;
}
