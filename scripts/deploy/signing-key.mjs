// The key that signs audits: Ed25519, as PKCS #8 in base64. Its public half is shown, so that others can keep it.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";

export const newSigningKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");

/** 32 bytes in base64. */
export function publicHalfOf(signingKey) {
  const key = createPrivateKey({ key: Buffer.from(signingKey, "base64"), format: "der", type: "pkcs8" });
  return Buffer.from(createPublicKey(key).export({ format: "jwk" }).x, "base64url").toString("base64");
}
