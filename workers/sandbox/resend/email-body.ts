import * as z from "zod";

/** One line, one mailbox: `a@b.example` or `Name <a@b.example>`. A line break would let a second header in. */
const MAILBOX = /^(?:[^\r\n<>]*<[^\s<>@,]+@[^\s<>@,]+\.[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+\.[^\s<>@,]+)$/;
const mailbox = z
  .string()
  .max(320)
  .refine((address) => MAILBOX.test(address), {
    error: "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.",
  });
const mailboxes = z
  .union([mailbox, z.array(mailbox).min(1).max(50)])
  .transform((to) => (typeof to === "string" ? [to] : to));
const oneLine = z
  .string()
  .max(998)
  .regex(/^[^\r\n]*$/, "must be one line");
const label = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[\w-]+$/, "Tags should only contain ASCII letters, numbers, underscores, or dashes.");

export const emailBody = z
  .strictObject({
    from: mailbox,
    to: mailboxes,
    subject: oneLine.min(1),
    text: z.string().optional(),
    html: z.string().optional(),
    cc: mailboxes.optional(),
    bcc: mailboxes.optional(),
    reply_to: mailboxes.optional(),
    headers: z.record(z.string().regex(/^[!-9;-~]+$/), oneLine).optional(),
    tags: z.array(z.strictObject({ name: label, value: label })).optional(),
  })
  .refine((body) => Boolean(body.text) || Boolean(body.html), {
    path: ["html"],
    error: "Missing `html` or `text` field.",
  });
export type EmailBody = z.infer<typeof emailBody>;

/** The mailbox without the display name. */
export function bareAddress(address: string): string {
  return /<([^<>]+)>$/.exec(address)?.[1] ?? address;
}
