import type * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import type { Session } from "~/features/session/session";
import { problem } from "./answer";
import { MOST_BYTES, readAtMost } from "~/server/body-limit";

// A body is at most 64 kB of JSON, an object; what its schema refuses is named. All of these throw the refusal.

export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw problem(400, apiTexts.notJson);
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw problem(400, apiTexts.notJson);
  return body as Record<string, unknown>;
}

async function readText(request: Request): Promise<string> {
  if (!request.body) return "";
  const body = await readAtMost(request.body, MOST_BYTES.other);
  if (!body) throw problem(413, apiTexts.tooLarge);
  return body.text();
}

export function readFields<S extends z.ZodType>(schema: S, fields: unknown): z.infer<S> {
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw problem(400, issue?.message ?? apiTexts.notJson, { field: issue?.path.map(String).join(".") });
}

/** An id that is given must be the caller's own. One that is missing is left to the schema. */
export function refuseForeignId({ claim }: Session, id: unknown, field: string): void {
  if (id !== undefined && id !== null && id !== claim.userId) throw problem(403, apiTexts.notYours, { field });
}

/** The caller's own id from the query. */
export function readOwnId(session: Session, request: Request, name: "id" | "userId"): void {
  const id = new URL(request.url).searchParams.get(name);
  if (!id) throw problem(400, apiTexts.missing(name), { field: name });
  refuseForeignId(session, id, name);
}
