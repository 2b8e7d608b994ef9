import type { HeadersFunction } from "@remix-run/cloudflare";

/** A body that is not a form counts as an empty form and is answered like any incomplete one. */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => new FormData());
  sent.set(request, form);
  return form;
}

const sent = new WeakMap<Request, FormData>();

/** What `readForm` has read of this request: a body can be read once. */
export const formOf = (request: Request): FormData => sent.get(request) ?? new FormData();

export function retryAfter(waitMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))) };
}

/** For a route's `headers`: a page that refuses a post says when to try again. */
export const retryAfterOfAction: HeadersFunction = ({ actionHeaders }) => {
  const value = actionHeaders.get("Retry-After");
  return new Headers(value ? { "Retry-After": value } : undefined);
};
