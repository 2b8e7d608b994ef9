import { type Cookie, createCookie } from "@remix-run/cloudflare";
import type { AppConfig } from "./env";

type Config = Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">;

const made = new WeakMap<Config, Map<string, Cookie>>();

/**
 * A cookie only we can make; in production for this host alone. Remix throws on a signature that is not valid base64; here it
 * counts as wrong like any other, and the cookie as missing.
 */
export function signedCookie(config: Config, name: string, maxAge: number): Cookie {
  const ofConfig = made.get(config) ?? new Map<string, Cookie>();
  made.set(config, ofConfig);
  const key = `${name} ${maxAge}`;
  const cookie = ofConfig.get(key) ?? makeCookie(config, name, maxAge);
  ofConfig.set(key, cookie);
  return cookie;
}

function makeCookie(config: Config, name: string, maxAge: number): Cookie {
  const secure = config.ENVIRONMENT === "production";
  const cookie = createCookie(secure ? `__Host-${name}` : name, {
    secrets: [config.SESSION_SECRET],
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    maxAge,
  });
  const parse: Cookie["parse"] = (header, options) => cookie.parse(header, options).catch(() => null);
  return Object.create(cookie, { parse: { value: parse } }) as Cookie;
}
