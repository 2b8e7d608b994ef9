import type { z } from "zod";
import { apiTexts } from "~/features/api/api-texts";
import { problem } from "./api-answer";
import { MOST_BYTES } from "./body-limit";

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

/** Counts what really comes: the length a client states may be wrong or missing. */
async function readText(request: Request): Promise<string> {
  const tooLarge = () => problem(413, apiTexts.tooLarge);
  if (Number(request.headers.get("Content-Length") ?? 0) > MOST_BYTES.other) throw tooLarge();
  if (!request.body) return "";
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MOST_BYTES.other) {
      await reader.cancel();
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

export function readFields<S extends z.ZodType>(schema: S, fields: unknown): z.infer<S> {
  const read = schema.safeParse(fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw problem(400, issue?.message ?? apiTexts.notJson, { field: issue?.path.map(String).join(".") });
}

/** An id that is given must be the caller's own. One that is missing is left to the schema. */
export function refuseForeignId(caller: { userId: string }, id: unknown, field: string): void {
  if (id !== undefined && id !== null && id !== caller.userId) throw problem(403, apiTexts.notYours, { field });
}

/** The caller's own id from the query. */
export function readOwnId(caller: { userId: string }, request: Request, name: "id" | "userId"): void {
  const id = new URL(request.url).searchParams.get(name);
  if (!id) throw problem(400, apiTexts.missing(name), { field: name });
  refuseForeignId(caller, id, name);
}
