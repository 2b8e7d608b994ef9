// The one gate for everything that is not a read: only our own pages may post. Webhooks are exempt, their signature speaks.

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Browsers mark every cross-site post with Sec-Fetch-Site or Origin (also 'null'). A client that sends neither is no
 * browser, carries no one's cookies unasked, and is let through (see docs/decisions.md).
 */
export function isForeignWrite(request: Request, url: URL, appOrigin: string): boolean {
  if (READS.has(request.method) || url.pathname.startsWith("/webhooks/")) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site !== "same-origin";
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== appOrigin;
}
