import { providers } from "~/integrations/payments/providers";

// Pages without JavaScript have no script-src, or the hash of their one inline script; hydrated pages have one nonce.

const PROVIDER_PAGES = Object.values(providers).map(({ checkoutOrigin }) => checkoutOrigin);

export type PolicyInput = {
  hydrate: boolean;
  nonce: string;
  /** 'sha256-...' of the inline style and script, if any. */
  styleHash: string | null;
  scriptHash: string | null;
  /** Whether the inline script asks for the page again. */
  looksAgain?: boolean;
  /** The whole address of a file that it loads. Such a script also asks us for files. */
  scriptFile?: string | null;
  /** Whether it registers the service worker. */
  worker?: boolean;
  /** Hosts besides ours that a form's redirect may lead to. */
  formHosts: readonly string[];
};

export function contentSecurityPolicy({
  hydrate,
  nonce,
  styleHash,
  scriptHash,
  looksAgain,
  scriptFile,
  worker,
  formHosts,
}: PolicyInput): string {
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
  else if (scriptHash) rules.push(`script-src '${scriptHash}'${scriptFile ? ` ${scriptFile}` : ""}`);
  if (!hydrate && scriptHash && (looksAgain || scriptFile)) rules.push("connect-src 'self'");
  if (!hydrate && scriptHash && worker) rules.push("worker-src 'self'");
  return rules.join("; ");
}

/** form-action also applies to the redirect after a form post, so the hosted checkout pages are listed. */
export function checkoutHosts(environment: "production" | "local", appOrigin: string): string[] {
  if (environment === "production") return PROVIDER_PAGES;
  // The sandbox's pages: same port, different host, so that cookies and policies meet another site as they will in production.
  return [appOrigin.replace("//localhost", "//127.0.0.1")];
}

export async function sha256Source(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
