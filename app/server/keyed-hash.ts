const encoder = new TextEncoder();

const keys = new Map<string, CryptoKey>();
const MOST_KEYS = 16;

/** HMAC-SHA256 as hex, stored in place of session ids, codes, addresses and IPs. */
export async function keyedHash(secret: string, text: string): Promise<string> {
  return hashUnder(await keyOf(secret), text);
}

export async function hashUnder(key: CryptoKey, text: string): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  let hex = "";
  for (const byte of mac) hex += byte.toString(16).padStart(2, "0");
  return hex;
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  if (keys.size < MOST_KEYS) keys.set(secret, key);
  return key;
}
