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

/**
 * A write that passed, as the routes get it. Remix would once more compare Origin with X-Forwarded-Host, which anyone may
 * set, and answer a blank 500. The API's calls look at Origin themselves.
 */
export function pastTheGate(request: Request, url: URL): Request {
  if (READS.has(request.method) || url.pathname.startsWith("/api/")) return request;
  const headers = new Headers(request.headers);
  for (const name of ["Origin", "X-Forwarded-Host"]) headers.delete(name);
  return new Request(request, { headers });
}
