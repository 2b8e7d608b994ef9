import type { AppConfig } from "./env";

const YEAR_S = 365 * 86_400;

/** Set-Cookie value: a member of staff has logged in with this browser. It opens nothing; logged out, the console leads to the login instead of to nothing. */
export function markStaff({ ENVIRONMENT }: Pick<AppConfig, "ENVIRONMENT">): string {
  const [prefix, secure] = ENVIRONMENT === "production" ? ["__Host-", "; Secure"] : ["", ""];
  return `${prefix}staff=1; Max-Age=${YEAR_S}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

export function isStaffBrowser(request: Request): boolean {
  return /(?:^|;\s*)(?:__Host-)?staff=1(?:;|$)/.test(request.headers.get("Cookie") ?? "");
}
