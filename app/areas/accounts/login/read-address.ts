import * as z from "zod";
import { messages } from "~/content/messages";
import { plainFigures } from "~/domain/money";

// The same text is stored, looked up and emailed, so no look-alike (full-width '@', line break, capitals) can stand for another person's
// address.

export type LoginAddress = { channel: "email"; value: string } | { channel: "sms"; value: string };
type AddressField = "email" | "phone_number";

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Without what comes along when an address is copied: spaces, invisible marks, 'mailto:' and the end of a sentence. */
const plainMailbox = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/^mailto:|[,;.]$/gi, "");

export const emailAddress = z.string(messages.emailRequired).transform((typed, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const email = plainMailbox(typed);
  if (email === "") return refuse(messages.emailRequired);
  if (email.length > 254) return refuse("Enter an email address of at most 254 characters.");
  // Printable ASCII only. NFKC is checked too, because it turns look-alike letters into plain ones.
  if (email.normalize("NFKC") !== email || !/^[\x20-\x7e]*$/.test(email))
    return refuse("Enter an email address in plain Latin letters, like name@example.com.");
  return EMAIL.test(email.toLowerCase()) ? email.toLowerCase() : refuse(messages.emailInvalid);
});

export const indianMobile = z.string(messages.phoneRequired).transform((typed, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const plain = plainFigures(typed)
    .replace(/^tel:/i, "")
    .replace(/[ ().-]/g, "");
  if (plain === "") return refuse(messages.phoneRequired);
  const digits = /^(?:\+?91|0091|0)?([0-9]{10})$/.exec(plain)?.[1];
  if (!digits) return refuse("Enter the 10 digits of your phone number, without +91.");
  return /^[6-9]/.test(digits)
    ? `91${digits}`
    : refuse("Enter an Indian mobile number: 10 digits, starting with 6, 7, 8 or 9.");
});

export type ReadAddress = { ok: true; address: LoginAddress } | { ok: false; field: AddressField; message: string };

export function readAddress(typed: { email: string | null; phone_number: string | null }): ReadAddress {
  const byPhone = typed.email ? false : Boolean(typed.phone_number) || typed.email === null;
  const usesPhone = byPhone && typed.phone_number !== null;
  const parsed = usesPhone ? indianMobile.safeParse(typed.phone_number) : emailAddress.safeParse(typed.email ?? "");
  if (parsed.success) return { ok: true, address: { channel: usesPhone ? "sms" : "email", value: parsed.data } };
  const message = parsed.error.issues[0]?.message ?? messages.emailInvalid;
  return { ok: false, field: usesPhone ? "phone_number" : "email", message };
}

/** Enough to notice a typo, too little to read over a shoulder. */
export function maskAddress({ channel, value }: LoginAddress): string {
  if (channel === "sms") return `+91 ••••• ••${value.slice(-3)}`;
  const at = value.lastIndexOf("@");
  return `${value.slice(0, 1)}•••••${value.slice(at)}`;
}

export function wholeAddress({ channel, value }: LoginAddress): string {
  return channel === "sms" ? `+91 ${value.slice(2, 7)} ${value.slice(7)}` : value;
}
