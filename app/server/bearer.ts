import { z } from "zod";
import type { AppConfig } from "./env";
import type { SessionClaim } from "~/features/session/access";

// The API's token: a JWT, HS256 and nothing else, signed under a key made for this purpose alone. It names a session row, so
// logout, logout everywhere and suspension end it on the next call, whatever time it has left.

export const TOKEN_LIFE_S = 24 * 3600;

const HEADER = encode(JSON.stringify({ alg: "HS256", typ: "JWT" }));

const headerSchema = z.object({ alg: z.literal("HS256"), typ: z.literal("JWT").optional() });
const claimsSchema = z.object({
  sub: z.string().min(1).max(60),
  sid: z.string().regex(/^[0-9a-f]{64}$/),
  iat: z.number().int(),
  exp: z.number().int(),
});

type Config = Pick<AppConfig, "SESSION_SECRET">;

export type ReadToken = { ok: true; claim: SessionClaim } | { ok: false; code: "invalid" | "expired" };

export async function issueToken(config: Config, session: SessionClaim, nowMs: number): Promise<string> {
  const iat = Math.floor(nowMs / 1000);
  const claims = { sub: session.userId, sid: session.idHash, iat, exp: iat + TOKEN_LIFE_S };
  const signed = `${HEADER}.${encode(JSON.stringify(claims))}`;
  const mac = await crypto.subtle.sign("HMAC", await signingKey(config), new TextEncoder().encode(signed));
  return `${signed}.${toBase64Url(new Uint8Array(mac))}`;
}

/** The signature is checked before anything the token says is believed, its time too. */
export async function readToken(config: Config, token: string, nowMs: number): Promise<ReadToken> {
  const parts = token.split(".");
  const [header = "", claims = "", signature = ""] = parts;
  const mac = fromBase64Url(signature);
  if (parts.length !== 3 || !mac || !headerSchema.safeParse(decode(header)).success)
    return { ok: false, code: "invalid" };
  const signed = new TextEncoder().encode(`${header}.${claims}`);
  const genuine = await crypto.subtle.verify("HMAC", await signingKey(config), mac, signed);
  const read = claimsSchema.safeParse(decode(claims));
  if (!genuine || !read.success) return { ok: false, code: "invalid" };
  const { sub, sid, exp } = read.data;
  if (exp * 1000 <= nowMs) return { ok: false, code: "expired" };
  return { ok: true, claim: { userId: sub, idHash: sid } };
}

/** The prefix keeps this key apart from those of the cookies and session ids, which come from the same secret. */
function signingKey({ SESSION_SECRET }: Config) {
  const material = new TextEncoder().encode(`api-token:${SESSION_SECRET}`);
  return crypto.subtle.importKey("raw", material, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

function encode(text: string): string {
  return toBase64Url(new TextEncoder().encode(text));
}

/** Null for what is not JSON in base64url. */
function decode(part: string): unknown {
  try {
    const bytes = fromBase64Url(part);
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length > 2000) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
