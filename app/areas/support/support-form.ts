import * as z from "zod";
import { supportTexts as texts } from "~/content/support-texts";
import { SUPPORT_KINDS } from "~/db/schema/names";
import { firstErrors } from "~/core/first-errors";
import { emailAddress, indianMobile, type LoginAddress } from "~/areas/accounts/login/read-address";

const MOST_LETTERS = 4_000;

const contact = z.string().transform((typed, context): LoginAddress => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (typed.trim() === "") return refuse(texts.errors.contact);
  const channel = typed.includes("@") ? "email" : "sms";
  const read = channel === "email" ? emailAddress.safeParse(typed) : indianMobile.safeParse(typed);
  return read.success ? { channel, value: read.data } : refuse(texts.errors.contact);
});

const supportSchema = z.object({
  name: z.string().trim().min(1, texts.errors.name).max(100, texts.errors.name),
  contact,
  kind: z.enum(SUPPORT_KINDS, texts.errors.kind),
  message: z
    .string()
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, texts.errors.message).max(MOST_LETTERS, texts.errors.tooLong)),
});

export type SupportAsked = z.infer<typeof supportSchema>;
export type SupportField = keyof SupportAsked;
export type SupportTyped = Record<SupportField, string>;

export function readSupportTyped(form: FormData): SupportTyped {
  const text = (name: SupportField) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, MOST_LETTERS + 1_000) : "";
  };
  return { name: text("name"), contact: text("contact"), kind: text("kind"), message: text("message") };
}

export function readSupport(
  typed: SupportTyped,
): { ok: true; asked: SupportAsked } | { ok: false; errors: Partial<Record<SupportField, string>> } {
  const read = supportSchema.safeParse(typed);
  return read.success ? { ok: true, asked: read.data } : { ok: false, errors: firstErrors(read.error) };
}
