import { providers } from "~/integrations/payments/providers";

// Pages without JavaScript have no script-src at all, or the hash of their one inline script; hydrated pages one nonce.

const PROVIDER_PAGES = Object.values(providers).map(({ checkoutOrigin }) => checkoutOrigin);

export type PolicyInput = {
  hydrate: boolean;
  nonce: string;
  /** 'sha256-...' of the inline style and script, if any. */
  styleHash: string | null;
  scriptHash: string | null;
  /** Where a form's redirect may lead besides ourselves. */
  formHosts: readonly string[];
};

export function contentSecurityPolicy({ hydrate, nonce, styleHash, scriptHash, formHosts }: PolicyInput): string {
  const rules = [
    "default-src 'none'",
    `style-src ${styleHash ? `'${styleHash}'` : "'self'"}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `form-action 'self' ${formHosts.join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (hydrate) rules.push(`script-src 'self' 'nonce-${nonce}'`, "connect-src 'self'", "worker-src 'self'");
  else if (scriptHash) rules.push(`script-src '${scriptHash}'`);
  return rules.join("; ");
}

/** A redirect after a form post is held to form-action too, so the hosted checkout pages are listed. */
export function checkoutHosts(environment: "production" | "local", appOrigin: string): string[] {
  if (environment === "production") return PROVIDER_PAGES;
  // The sandbox's pages: the same port on another host, so that cookies and policies meet another site as they will.
  return [appOrigin.replace("//localhost", "//127.0.0.1")];
}

export async function sha256Source(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
