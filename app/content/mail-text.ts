/** What a mail says, as plain text and as the same paragraphs in HTML. */
export type MailText = { subject: string; text: string; html: string };

/** @param lines one paragraph each; whatever people typed is made harmless here */
export function mailText(subject: string, lines: readonly string[]): MailText {
  return {
    subject: subject.replace(/\s+/g, " ").slice(0, 150),
    text: lines.join("\n\n"),
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(""),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
