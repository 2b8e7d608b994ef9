import * as z from "zod";
import { requestJson } from "../json-request";
import { MailError, type Mail, type Mailer } from "./port";

export type ResendConfig = { apiKey: string; from: string; fetch: typeof fetch };

const refusal = z.object({ name: z.string() });

// Refused only for now: the same mail is already being sent, or our key must be fixed first.
const PASSING = new Set(["concurrent_idempotent_requests", "missing_api_key", "restricted_api_key", "invalid_api_key"]);

/** Mail through Resend's API. Its key prevents a repeated send from being delivered twice (for 24 hours). */
export function createResendMailer(config: ResendConfig): Mailer {
  return { send: (mail) => send(config, mail) };
}

async function send(config: ResendConfig, mail: Mail): Promise<void> {
  const flaw = findFlaw(mail);
  if (flaw) throw new MailError("rejected", flaw);
  const answer = await requestJson(config.fetch, {
    method: "POST",
    url: "https://api.resend.com/emails",
    headers: { authorization: `Bearer ${config.apiKey}`, "idempotency-key": mail.key },
    body: { from: config.from, to: [mail.to], subject: mail.subject, text: mail.text, html: mail.html },
    timeoutMs: 10_000,
  });
  if (!answer.reached) throw new MailError("unavailable", `Resend: ${answer.why}`);
  if (answer.status >= 200 && answer.status < 300) return;
  const name = refusal.safeParse(answer.body).data?.name ?? "";
  const passing = answer.status === 429 || answer.status >= 500 || PASSING.has(name);
  throw new MailError(passing ? "unavailable" : "rejected", `Resend answered HTTP ${answer.status}`);
}

/** A line break in an address or a subject would let its author inject headers. */
function findFlaw(mail: Mail): string | null {
  if (/[\r\n]/.test(mail.to) || /[\r\n]/.test(mail.subject)) return "an address or a subject of more than one line";
  return mail.key === "" || mail.key.length > 256 ? "a key of 1 to 256 characters is needed" : null;
}
