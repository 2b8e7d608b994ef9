import type { HeadersFunction } from "@remix-run/cloudflare";

/** A body that is not a form counts as an empty form and is answered like any incomplete one. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    return new FormData();
  }
}

export function retryAfter(waitMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))) };
}

/** For a route's `headers`: a page that refuses a post says when to try again. */
export const retryAfterOfAction: HeadersFunction = ({ actionHeaders }) => {
  const value = actionHeaders.get("Retry-After");
  return new Headers(value ? { "Retry-After": value } : undefined);
};
