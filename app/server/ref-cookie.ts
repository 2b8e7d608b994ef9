import type { Cookie } from "@remix-run/cloudflare";
import { readReferralCode } from "~/areas/accounts/referrals/find-referral-code";
import type { AppConfig } from "./env";
import { signedCookie } from "./signed-cookie";

// The referral code a visitor came with, until they sign up: also over pages that know nothing of it, and on another day. Only a code that
// exists is kept, so an unknown one never takes the place of it.

const LIFE_S = 90 * 86_400;

type Config = Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">;

export const refCookie = (config: Config): Cookie => signedCookie(config, "ref", LIFE_S);

export async function readRef(config: Config, request: Request): Promise<string | null> {
  const kept: unknown = await refCookie(config).parse(request.headers.get("Cookie"));
  return typeof kept === "string" ? readReferralCode(kept) : null;
}
