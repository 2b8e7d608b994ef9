import type { HeadersFunction } from "@remix-run/cloudflare";
import { plainFigures } from "~/domain/typed-figure";

/** A body that is not a form counts as an empty form and is answered like any incomplete one. */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/**
 * Six digits from six boxes, from one box that holds them all, or from `otp`.
 * @returns code null for anything else; `typed` to be shown again: the digits, if there are fewer
 */
export function readCode(form: FormData): { code: string | null; typed: string } {
  const parts = form.has("otp") ? [form.get("otp")] : form.getAll("digit");
  const text = parts.map((part) => (typeof part === "string" ? part : "?")).join("");
  const digits = plainFigures(text).replace(/[\s-]/g, "");
  return { code: /^[0-9]{6}$/.test(digits) ? digits : null, typed: /^[0-9]{1,5}$/.test(digits) ? digits : "" };
}

export function retryAfter(waitMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1000))) };
}

export const retryAfterOfAction: HeadersFunction = ({ actionHeaders }) => {
  const value = actionHeaders.get("Retry-After");
  return new Headers(value ? { "Retry-After": value } : undefined);
};
