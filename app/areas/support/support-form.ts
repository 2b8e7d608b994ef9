import * as z from "zod";
import { cancelTexts, supportTexts as texts } from "~/content/support-texts";
import { SUPPORT_KINDS } from "~/db/schema/names";
import { CODE_LETTERS, groupCode, readCode } from "~/domain/certificate-code";
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
    .pipe(
      z
        .string()
        .min(1, "Enter your message.")
        .max(MOST_LETTERS, "Your message is longer than 4,000 characters. Shorten it, or write to us by email."),
    ),
});

export type SupportAsked = z.infer<typeof supportSchema>;
export type SupportTyped = Record<keyof SupportAsked, string>;

export const readSupport = (form: FormData) => readTyped(form, supportSchema, ["name", "contact", "kind", "message"]);

/** `typed`: to be shown again. */
function readTyped<S extends z.ZodObject>(form: FormData, schema: S, names: readonly (keyof z.infer<S> & string)[]) {
  const text = (value: unknown) => (typeof value === "string" ? value.slice(0, MOST_LETTERS + 1_000) : "");
  const named = names.map((name) => [name, text(form.get(name))]);
  const typed = Object.fromEntries(named) as Record<keyof z.infer<S>, string>;
  const read = schema.safeParse(typed);
  return read.success
    ? { ok: true as const, typed, asked: read.data }
    : { ok: false as const, typed, errors: firstErrors<z.infer<S>>(read.error) };
}

const NUMBER = new RegExp(`^[${CODE_LETTERS}]{8}$`);

/** The request that a page has just taken, by its address; null if there is none. */
export function sentNumber(url: string): string | null {
  const number = readCode(new URL(url).searchParams.get("request"));
  return NUMBER.test(number) ? groupCode(number) : null;
}

const PAYMENT_CODE = /pay_[0-9a-z]{26}/;

/** The form's text is sent to the address in it, which may be another person's: nothing in the text may lead anywhere. */
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

export const readCancellation = (form: FormData) => readTyped(form, cancelSchema, ["name", "email", "code"]);
