// The pair of keys by which push services know us (VAPID, RFC 8292): a point of P-256 and its number, base64url.
import { generateKeyPairSync } from "node:crypto";

/** @returns {{ PUSH_PUBLIC_KEY: string, PUSH_PRIVATE_KEY: string }} */
export function newPushKeys() {
  const { x, y, d } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { PUSH_PUBLIC_KEY: point.toString("base64url"), PUSH_PRIVATE_KEY: d };
}
