import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import type { SessionClaim } from "~/core/session/access";
import type { AppConfig } from "~/server/env";
import { keyedHash } from "~/server/keyed-hash";
import { signedCookie } from "~/server/signed-cookie";

// The signed cookie names the session and its user, so the KV record and the page's D1 batch can be read at the same time.

export const SESSION_ABSOLUTE_MS = 30 * 86_400_000;

const cookieSchema = z.object({ sid: z.string().min(40).max(64), uid: z.string().min(1).max(60) });

function sessionCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "session", SESSION_ABSOLUTE_MS / 1000);
}

export function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export async function readSessionCookie(config: AppConfig, request: Request): Promise<SessionClaim | null> {
  const value: unknown = await sessionCookie(config).parse(request.headers.get("Cookie"));
  const parsed = cookieSchema.safeParse(value);
  if (!parsed.success) return null;
  return { idHash: await keyedHash(config.SESSION_SECRET, parsed.data.sid), userId: parsed.data.uid };
}

export async function commitSessionCookie(
  config: AppConfig,
  session: { sid: string; userId: string },
): Promise<string> {
  return sessionCookie(config).serialize({ sid: session.sid, uid: session.userId });
}

export async function clearSessionCookie(config: AppConfig): Promise<string> {
  return sessionCookie(config).serialize("", { maxAge: 0 });
}
