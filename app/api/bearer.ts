import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import type { AppConfig } from "~/server/env";
import type { SessionClaim } from "~/core/session/access";

// The API's token: a JWT, HS256 only, signed with a key used for nothing else. It names a session row, so logout, logout
// everywhere and suspension end it at the next call, however long it would still be valid.

export const TOKEN_LIFE_S = 24 * 3600;

/** Three parts of plain base64url. Decoders also accept padding and line breaks, which would give one token many spellings. */
const TOKEN = /^[\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]{1,2000}$/;

const headerSchema = z.object({ typ: z.literal("JWT").optional() });
const claimsSchema = z.object({
  sub: z.string().min(1).max(60),
  sid: z.string().regex(/^[0-9a-f]{64}$/),
  iat: z.number().int(),
  exp: z.number().int(),
});

type Config = Pick<AppConfig, "SESSION_SECRET">;

export type ReadToken =
  { ok: true; claim: SessionClaim; endsAtMs: number } | { ok: false; code: "invalid" | "expired" };

/**
 * @param endsAtMs of the token it stands in for: a token exchanged for another ends when the first would have, so no chain of tokens
 * outlives it
 */
export async function issueToken(
  config: Config,
  session: SessionClaim,
  nowMs: number,
  endsAtMs: number = nowMs + TOKEN_LIFE_S * 1000,
): Promise<string> {
  const [iat, exp] = [Math.floor(nowMs / 1000), Math.floor(endsAtMs / 1000)];
  return new SignJWT({ sub: session.userId, sid: session.idHash, iat, exp })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(signingKey(config));
}

/** Verifies the signature before it trusts anything in the token, including its expiry. */
export async function readToken(config: Config, token: string, nowMs: number): Promise<ReadToken> {
  if (!TOKEN.test(token)) return { ok: false, code: "invalid" };
  try {
    const options = { algorithms: ["HS256"], currentDate: new Date(nowMs) };
    const { protectedHeader, payload } = await jwtVerify(token, signingKey(config), options);
    const header = headerSchema.safeParse(protectedHeader);
    const claims = claimsSchema.safeParse(payload);
    if (!header.success || !claims.success) return { ok: false, code: "invalid" };
    const { sub, sid, exp } = claims.data;
    return { ok: true, claim: { userId: sub, idHash: sid }, endsAtMs: exp * 1000 };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    return { ok: false, code: error instanceof errors.JWTExpired ? "expired" : "invalid" };
  }
}

/** The prefix separates this key from those of cookies and session ids, which are derived from the same secret. */
function signingKey({ SESSION_SECRET }: Config): Uint8Array {
  return new TextEncoder().encode(`api-token:${SESSION_SECRET}`);
}
