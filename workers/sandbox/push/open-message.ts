// Opens a pushed message as the browser would: RFC 8291 (keys) and RFC 8188 (aes128gcm, one record).
import { fromBase64url, type PushBrowser } from "./browsers";

const KEY_LENGTH = 65;
const HEAD_LENGTH = 21 + KEY_LENGTH;
const bytesOf = (text: string) => new TextEncoder().encode(text);

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

async function derive(
  secret: BufferSource,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, length * 8);
}

/** @throws if it was not encrypted for this browser */
export async function openMessage(
  { p256dh, privateKey, auth }: PushBrowser,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const salt = body.slice(0, 16);
  if (body[20] !== KEY_LENGTH || body.length < HEAD_LENGTH + 17) throw new Error("no head of aes128gcm");
  const sender = body.slice(21, HEAD_LENGTH);
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const mine = await crypto.subtle.importKey("jwk", privateKey, curve, false, ["deriveBits"]);
  const theirs = await crypto.subtle.importKey("raw", sender, curve, false, []);
  // The types of workerd call the field by another name than the standard.
  const agreed = await crypto.subtle.deriveBits({ name: "ECDH", public: theirs } as never, mine, 256);
  const keyInfo = joined(bytesOf("WebPush: info\0"), fromBase64url(p256dh), sender);
  const secret = await derive(agreed, fromBase64url(auth), keyInfo, 32);
  const content = await derive(secret, salt, bytesOf("Content-Encoding: aes128gcm\0") as Uint8Array<ArrayBuffer>, 16);
  const nonce = await derive(secret, salt, bytesOf("Content-Encoding: nonce\0") as Uint8Array<ArrayBuffer>, 12);
  const key = await crypto.subtle.importKey("raw", content, "AES-GCM", false, ["decrypt"]);
  const plain = new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, key, body.slice(HEAD_LENGTH)),
  );
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.slice(end + 1).some((byte) => byte !== 0)) throw new Error("no last record");
  return new TextDecoder().decode(plain.slice(0, end));
}
