// What the sandbox delivered: emails and SMS.
import { inject } from "vitest";

export type Message = {
  id: string;
  channel: "email" | "sms";
  to: string;
  subject: string;
  text: string;
  code: string | null;
  sent_at: string;
};

/** Newest first. */
export async function messagesTo(to: string, sandboxOrigin: string = inject("sandboxOrigin")): Promise<Message[]> {
  const url = `${sandboxOrigin}/sandbox/outbox?to=${encodeURIComponent(to)}`;
  const response = await fetch(url, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(120_000) });
  if (!response.ok) throw new Error(`The outbox answered ${response.status}`);
  const { messages } = (await response.json()) as { messages: Message[] };
  return messages;
}

/** Waits for a message to this address that is not among `known`, and returns its code. */
export async function newCodeFor(
  to: string,
  known: readonly Message[] = [],
  { sandboxOrigin = inject("sandboxOrigin") } = {},
): Promise<string> {
  const seen = new Set(known.map(({ id }) => id));
  for (const endsMs = Date.now() + 120_000; Date.now() < endsMs;) {
    const fresh = (await messagesTo(to, sandboxOrigin)).find(({ id, code }) => !seen.has(id) && code);
    if (fresh?.code) return fresh.code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("No new login code arrived");
}
