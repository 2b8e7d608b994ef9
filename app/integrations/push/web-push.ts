import { buildPushPayload, vapidHeaders } from "@block65/webcrypto-web-push";
import { isPushEndpoint } from "~/domain/push-endpoint";
import { type PushMessage, PushError, type Pusher, type PushTarget } from "./port";

export type WebPushConfig = {
  /** base64url: a point of P-256 (65 bytes) and its number (32 bytes). */
  publicKey: string;
  privateKey: string;
  /** Whom a push service may write to about us: a mail address. */
  contact: string;
  fetch: typeof fetch;
};

const TIMEOUT_MS = 10_000;
/** Asked too often, or the service itself is in trouble. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/** Our signature is not accepted, or was not made with the key the browser asked with. */
const isRefused = (status: number) => status === 401 || status === 403;

/** Web Push (RFC 8030) with encrypted content (RFC 8291, aes128gcm) and our signature (VAPID, RFC 8292). */
export function createWebPusher(config: WebPushConfig): Pusher {
  return { publicKey: config.publicKey, send: (target, message) => send(config, target, message) };
}

async function send(
  config: WebPushConfig,
  target: PushTarget,
  message: PushMessage,
): Promise<"sent" | "gone" | "refused"> {
  if (!isPushEndpoint(target.endpoint)) return "gone";
  const request = await encrypted(config, target, message);
  if (!request) return (await canSign(config, target)) ? "gone" : "refused";
  // A redirect is no answer of a push service, and must not lead anywhere else.
  const status = await config
    .fetch(target.endpoint, { ...request, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then(async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    })
    .catch(() => null);
  if (status === null) throw new PushError("the push service: no answer");
  if (isPassing(status)) throw new PushError(`the push service answered HTTP ${status}`);
  if (isRefused(status)) return "refused";
  return status >= 200 && status < 300 ? "sent" : "gone";
}

/** null: keys that are no keys, the browser's or ours. */
async function encrypted(
  config: WebPushConfig,
  target: PushTarget,
  { text, urgency, lifeSeconds, topic }: PushMessage,
) {
  try {
    const { headers, body } = await buildPushPayload(
      { data: text, options: { ttl: lifeSeconds, urgency, topic } },
      subscriptionOf(target),
      identityOf(config),
    );
    return { method: "POST", headers, body };
  } catch {
    return null;
  }
}

/** By whom a push service knows us. */
const identityOf = ({ contact, publicKey, privateKey }: WebPushConfig) => ({
  subject: `mailto:${contact}`,
  publicKey,
  privateKey,
});

const subscriptionOf = ({ endpoint, p256dh, auth }: PushTarget) => ({
  endpoint,
  expirationTime: null,
  keys: { p256dh, auth },
});

/** A mistake in our own keys must not cost users their devices. */
const canSign = (config: WebPushConfig, target: PushTarget) =>
  vapidHeaders(subscriptionOf(target), identityOf(config)).then(
    () => true,
    () => false,
  );
