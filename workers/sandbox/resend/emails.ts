// Resend's one call: POST /emails. The email goes to the outbox, one message for each recipient.
import * as z from "zod";
import type { Deps } from "../deps";
import { bearer, json, readText } from "../http";
import { addMessage } from "../outbox/outbox";
import { randomUuid } from "../random";
import { sha256Hex } from "../signing";
import type { Vendor } from "../vendor";

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

const emailBody = z
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
type EmailBody = z.infer<typeof emailBody>;

/** The mailbox without the display name. */
function bareAddress(address: string): string {
  return /<([^<>]+)>$/.exec(address)?.[1] ?? address;
}

declare module "../store/store" {
  interface Documents {
    "resend.mail": SavedMail;
  }
}

type SavedMail = { fingerprint: string; id: string };

const KEEP_MS = 86_400_000;

function refuse(statusCode: number, name: string, message: string): Response {
  return json({ statusCode, name, message }, statusCode);
}

export const resend: Vendor = {
  company: "Resend",
  hosts: ["api.resend.com"],
  answer: async (request, deps, pause) => {
    await pause();
    return handleResend(request, deps);
  },
  fail: (_deps, status) =>
    status === 429
      ? refuse(429, "rate_limit_exceeded", "Too many requests.")
      : refuse(status, status >= 500 ? "internal_server_error" : "validation_error", "The sandbox was asked to fail."),
  forgets: ["resend.mail"],
};

async function handleResend(request: Request, deps: Deps): Promise<Response> {
  // Cloudflare, in front of the vendor, refuses callers without a User-Agent; Workers' fetch sends none by itself.
  if (!request.headers.get("user-agent")) return new Response("error code: 1010", { status: 403 });
  const key = bearer(request);
  if (key === null) return refuse(401, "missing_api_key", "Missing API Key in the authorization header.");
  if (key !== deps.config.RESEND_API_KEY) return refuse(403, "invalid_api_key", "API key is invalid");
  if (new URL(request.url).pathname !== "/emails")
    return refuse(404, "not_found", "The requested endpoint does not exist.");
  if (request.method !== "POST")
    return refuse(405, "method_not_allowed", "This endpoint does not support the specified method.");
  return send(request, deps);
}

async function send(request: Request, deps: Deps): Promise<Response> {
  const raw = await readText(request);
  if (!(request.headers.get("content-type") ?? "").startsWith("application/json")) {
    return refuse(400, "validation_error", "The request body must be JSON: set Content-Type to application/json.");
  }
  const parsed = emailBody.safeParse(parseJson(raw));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.map(String).join(".");
    return refuse(422, "validation_error", `Invalid \`${field || "body"}\` field. ${issue?.message ?? ""}`.trim());
  }
  const key = request.headers.get("idempotency-key");
  if (key === null) return json({ id: deliver(deps, parsed.data) });
  if (key.length < 1 || key.length > 256) {
    return refuse(400, "invalid_idempotency_key", "The key must be between 1 and 256 characters long.");
  }
  const fingerprint = await sha256Hex(raw);
  const saved = deps.store.get("resend.mail", key);
  if (saved && saved.fingerprint !== fingerprint) {
    return refuse(409, "invalid_idempotent_request", "Same idempotency key used with a different request payload.");
  }
  if (saved) return json({ id: saved.id });
  const id = deliver(deps, parsed.data);
  deps.store.put("resend.mail", key, { fingerprint, id }, { dueMs: deps.nowMs() + KEEP_MS });
  return json({ id });
}

function deliver(deps: Deps, mail: EmailBody): string {
  const text =
    mail.text ??
    (mail.html ?? "")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  for (const to of [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])]) {
    addMessage(deps, { channel: "email", to: bareAddress(to), subject: mail.subject, text, html: mail.html });
  }
  return randomUuid(deps.randomBytes);
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
