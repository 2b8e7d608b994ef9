import { providers } from "~/integrations/payments/providers";

const PROVIDER_PAGES = Object.values(providers).map(({ checkoutOrigin }) => checkoutOrigin);

export type PolicyInput = {
  styleHash: string | null;
  scriptHash: string | null;
  scriptFiles?: string | null;
  asksUs?: boolean;
  worker?: boolean;
  formHosts: readonly string[];
};

export function contentSecurityPolicy({
  styleHash,
  scriptHash,
  scriptFiles,
  asksUs,
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
  if (scriptHash) rules.push(`script-src '${scriptHash}'${scriptFiles ? ` ${scriptFiles}` : ""}`);
  if (scriptHash && asksUs) rules.push("connect-src 'self'");
  if (scriptHash && worker) rules.push("worker-src 'self'");
  return rules.join("; ");
}

/** form-action also applies to the redirect after a form post, so the hosted pages of providers are listed. */
export function checkoutHosts(environment: "production" | "local", appOrigin: string): string[] {
  if (environment === "production") return PROVIDER_PAGES;
  // The sandbox's pages: same port, different host, so that cookies and policies meet another site as they will in production.
  return [appOrigin.replace("//localhost", "//127.0.0.1")];
}

export async function sha256Source(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
