import { plainFigures } from "~/domain/typed-figure";

/** Six digits from six boxes, from one box that holds them all, or from `otp`; null for anything else. */
export function readCode(form: FormData): string | null {
  const typed = form.has("otp") ? [form.get("otp")] : form.getAll("digit");
  const text = typed.map((part) => (typeof part === "string" ? part : "?")).join("");
  const code = plainFigures(text).replace(/[\s-]/g, "");
  return /^[0-9]{6}$/.test(code) ? code : null;
}
