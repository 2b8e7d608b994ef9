// Emails and text messages that would have been sent.
import type { Deps } from "../deps";
import { randomToken } from "../random";

declare module "../store/store" {
  interface Documents {
    message: OutboxMessage;
  }
}

export type OutboxMessage = {
  id: string;
  channel: "email" | "sms";
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  code: string | null;
  sent_at: string;
};

const KEEP_MS = 7 * 86_400_000;

/** One key per recipient: the lower-case address, or the last ten digits of a phone number with or without +91. */
function recipientKey(to: string): string {
  const trimmed = to.trim();
  if (trimmed.includes("@")) return trimmed.toLowerCase();
  return trimmed.replace(/\D/g, "").slice(-10);
}

export function addMessage(
  deps: Pick<Deps, "store" | "nowMs" | "randomBytes">,
  message: Pick<OutboxMessage, "channel" | "to" | "subject" | "text" | "html">,
): void {
  const nowMs = deps.nowMs();
  const id = `msg_${randomToken(deps.randomBytes, 20)}`;
  const code = /(?<!\d)\d{6}(?!\d)/.exec(message.text)?.[0] ?? null;
  const stored: OutboxMessage = { id, ...message, code, sent_at: new Date(nowMs).toISOString() };
  deps.store.put("message", id, stored, { ref: recipientKey(message.to), dueMs: nowMs + KEEP_MS });
}

export function listMessages(deps: Pick<Deps, "store">, to: string | null): OutboxMessage[] {
  const ref = to === null || to.trim() === "" ? undefined : recipientKey(to);
  return deps.store.list("message", { ref, limit: 200 });
}
