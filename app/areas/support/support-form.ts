import * as z from "zod";
import { cancelTexts, supportTexts as texts } from "~/content/support-texts";
import { SUPPORT_KINDS } from "~/db/schema/names";
import { readCode } from "~/domain/certificate-code";
import { tidy } from "~/domain/tidy-text";
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
  kind: z.enum(SUPPORT_KINDS, texts.errors.kind).exclude(["cancellation"], texts.errors.kind),
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

const PAYMENT_CODE = /pay_[0-9a-z]{26}/;

/** Its words are sent to the address in it, which may be another person's: nothing in them may lead anywhere. */
const cancelSchema = z.object({
  name: z
    .string(cancelTexts.errors.name)
    .transform((typed) => tidy(typed).replace(/\.(?=\p{L})/gu, ". "))
    .pipe(z.string().regex(/^[^:/@]{1,100}$/u, cancelTexts.errors.name)),
  email: emailAddress,
  code: z
    .string(cancelTexts.errors.code)
    .transform((typed) => PAYMENT_CODE.exec(typed.toLowerCase())?.[0] ?? readCode(typed))
    .pipe(z.string().min(1, cancelTexts.errors.code)),
});

export type Cancellation = z.infer<typeof cancelSchema>;

export function readCancellation(
  form: FormData,
): { ok: true; cancellation: Cancellation } | { ok: false; typed: Cancellation; errors: Partial<Cancellation> } {
  const text = (name: keyof Cancellation) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 320) : "";
  };
  const typed = { name: text("name"), email: text("email"), code: text("code") };
  const read = cancelSchema.safeParse(typed);
  return read.success
    ? { ok: true, cancellation: read.data }
    : { ok: false, typed, errors: firstErrors<Cancellation>(read.error) };
}
