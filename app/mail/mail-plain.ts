import type { MailPart } from "~/content/mail-text";

/** One part of a mail, as its text part says it. */
export function plainPart(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("link" in part) return `${part.link}: ${part.url}`;
  if ("code" in part) return `${part.code} ${part.says}`;
  return part.figures.map(([label, value]) => `${label}: ${value}`).join("\n");
}
