import { sha256 } from "~/domain/audit/hashes";

export const tagOf = (text: string): string => `"${sha256(text).slice(0, 32)}"`;

/** Whether the client already has this text. Compared weakly, because a compressing proxy turns a strong tag into a weak one. */
export function hasSameTag(request: Request, tag: string): boolean {
  const asked = (request.headers.get("If-None-Match") ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return asked.includes(tag) || asked.includes("*");
}
