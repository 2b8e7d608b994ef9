// Who sends: VAPID (RFC 8292). The signature is checked with the key that the header names.
import { fromBase64url, PUSH_HOST } from "./browsers";

type Claims = { aud?: unknown; exp?: unknown; sub?: unknown };

const DAY_S = 86_400;

/** @returns what is wrong with it, or null */
export async function findSenderFlaw(authorization: string | null): Promise<string | null> {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  if (!signature) return "no VAPID authorization";
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("raw", fromBase64url(publicKey), curve, false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  const good = await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, fromBase64url(signature), signed);
  if (!good) return "the signature is another's";
  const { aud, exp, sub } = JSON.parse(new TextDecoder().decode(fromBase64url(body))) as Claims;
  if (aud !== `https://${PUSH_HOST}`) return "it is meant for another push service";
  // By the real clock: the signature is the library's, which knows no other.
  const nowS = Date.now() / 1000;
  if (typeof exp !== "number" || exp < nowS || exp > nowS + DAY_S) return "its time is over, or too far away";
  return typeof sub === "string" && /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(sub) ? null : "nobody to write to";
}
