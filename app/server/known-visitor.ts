import type { AppConfig } from "./env";
import { SESSION_ABSOLUTE_MS } from "./session/cookie";

// Says that this browser has signed in, and nothing more: which of two public pages it is shown goes by it, never what it may see.
// It comes and goes with the session's cookie, which says who, and is not read for a public page.

type Config = Pick<AppConfig, "ENVIRONMENT">;

const cookie = ({ ENVIRONMENT }: Config, value: string, maxAgeS: number, name = "known") => {
  const [prefix, secure] = ENVIRONMENT === "production" ? ["__Host-", "; Secure"] : ["", ""];
  return `${prefix}${name}=${value}; Max-Age=${maxAgeS}; Path=/; HttpOnly${secure}; SameSite=Lax`;
};

/** Set-Cookie values. */
export const markKnown = (config: Config) => cookie(config, "1", SESSION_ABSOLUTE_MS / 1000);
export const forgetKnown = (config: Config) => cookie(config, "", 0);

export function isKnownVisitor(request: Request): boolean {
  return /(?:^|;\s*)(?:__Host-)?known=1(?:;|$)/.test(request.headers.get("Cookie") ?? "");
}

const YEAR_S = 365 * 86_400;

/** Set-Cookie value: a member of staff has signed in in this browser. It opens nothing: signed out, it leads to the login instead of to nothing. */
export const markStaff = (config: Config) => cookie(config, "1", YEAR_S, "staff");

export function isStaffBrowser(request: Request): boolean {
  return /(?:^|;\s*)(?:__Host-)?staff=1(?:;|$)/.test(request.headers.get("Cookie") ?? "");
}
