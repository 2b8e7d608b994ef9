import type { HeadersFunction } from "@remix-run/cloudflare";
import { typedOtp } from "~/domain/money";

/** A body that is not a form counts as an empty form and is answered like any incomplete one. */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/** From six boxes, from one box that holds them all, or from `otp`. */
export function readOtp(form: FormData) {
  const parts = form.has("otp") ? [form.get("otp")] : form.getAll("digit");
  return typedOtp(parts.map((part) => (typeof part === "string" ? part : "?")).join(""));
}

export function retryAfter(waitMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))) };
}

export const retryAfterOfAction: HeadersFunction = ({ actionHeaders }) => {
  const value = actionHeaders.get("Retry-After");
  return new Headers(value ? { "Retry-After": value } : undefined);
};
