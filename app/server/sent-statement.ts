import { readForm } from "./login-form";

export type SentStatement = {
  intent: "look" | "hand-in" | "change";
  /** As it was pasted, or the content of the file if nothing was. */
  text: string;
  fields: Record<string, unknown>;
};

/** A form with a signed statement, pasted or as a file. */
export async function readSentStatement(request: Request): Promise<SentStatement> {
  const form = await readForm(request);
  const pasted = form.get("text");
  const file = form.get("file");
  const typed = typeof pasted === "string" ? pasted.trim() : "";
  const text = typed === "" && file instanceof File ? await file.text() : typed;
  const intent = form.get("intent");
  return {
    intent: intent === "hand-in" || intent === "change" ? intent : "look",
    text,
    fields: Object.fromEntries(form),
  };
}
