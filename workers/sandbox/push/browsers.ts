// The browsers that the stand-in for a push service knows, with the private keys that only a browser has.
import type { Deps } from "../deps";
import { randomToken } from "../random";

declare module "../store/store" {
  interface Documents {
    "push.browser": PushBrowser;
  }
}

export type PushReceived = { text: string; urgency: string; ttl: number; topic: string | null; received_at: string };

export type PushBrowser = {
  id: string;
  /** The point of P-256 that senders encrypt for, base64url. */
  p256dh: string;
  privateKey: JsonWebKey;
  auth: string;
  /** It unsubscribed, or was thrown away. */
  gone: boolean;
  received: PushReceived[];
};

export const PUSH_HOST = "push.dunnage.test";

export const endpointOf = (id: string) => `https://${PUSH_HOST}/${id}`;

export const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

export async function newBrowser({ randomBytes, store }: Pick<Deps, "randomBytes" | "store">): Promise<PushBrowser> {
  const pair = (await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ])) as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  const browser: PushBrowser = {
    id: randomToken(randomBytes, 24),
    p256dh: toBase64url(new Uint8Array(point)),
    privateKey: (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey,
    auth: toBase64url(randomBytes(16)),
    gone: false,
    received: [],
  };
  store.put("push.browser", browser.id, browser);
  return browser;
}
