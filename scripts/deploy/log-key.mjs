// The key that signs the public log: Ed25519, as PKCS #8 in base64. Its public half is shown, so that others can keep it.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";

export const newLogKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");

/** As programs that check the log take it (C2SP signed-note): NAME+ID+KEY. @param origin of the site */
export function logVerifierKey(logKey, origin) {
  const key = createPrivateKey({ key: Buffer.from(logKey, "base64"), format: "der", type: "pkcs8" });
  const publicKey = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x, "base64url");
  const name = `${new URL(origin).host}/log`;
  const typed = Buffer.concat([Buffer.of(1), publicKey]);
  const id = createHash("sha256").update(`${name}\n`).update(typed).digest("hex").slice(0, 8);
  return `${name}+${id}+${typed.toString("base64")}`;
}
