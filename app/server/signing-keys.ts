import type { SigningKey } from "~/areas/proof/audit-steps";

const utf8 = new TextEncoder();

/** @throws Error if one of them is not such a key */
export async function readSigningKeys(secret: string): Promise<readonly [SigningKey, ...SigningKey[]]> {
  const [first, ...others] = secret.split(",");
  return [await readKey(first ?? ""), ...(await Promise.all(others.map(readKey)))];
}

async function readKey(base64: string): Promise<SigningKey> {
  const pkcs8 = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  if (x === undefined) throw new Error("SIGNING_KEY: the platform does not tell its public half");
  const publicKey = Uint8Array.from(atob(x.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return {
    publicKey,
    sign: async (text) => new Uint8Array(await crypto.subtle.sign("Ed25519", key, utf8.encode(text))),
  };
}
