// The one gate for writes: only our own pages may post. Webhooks are exempt, because they prove themselves by signature.

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Browsers mark every cross-site post with Sec-Fetch-Site or Origin (possibly 'null'). A client that sends neither is not a
 * browser, sends no one's cookies without their knowledge, and is let through (see docs/decisions.md).
 */
export function isForeignWrite(request: Request, url: URL, appOrigin: string): boolean {
  if (READS.has(request.method) || url.pathname.startsWith("/webhooks/")) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site !== "same-origin";
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== appOrigin;
}

/**
 * A write that passed the gate, as routes receive it. Remix would compare Origin once more with X-Forwarded-Host, which anyone
 * may set, and answer a blank 500. API calls check Origin themselves, so they keep it.
 */
export function pastTheGate(request: Request, url: URL): Request {
  if (READS.has(request.method) || url.pathname.startsWith("/api/")) return request;
  const headers = new Headers(request.headers);
  for (const name of ["Origin", "X-Forwarded-Host"]) headers.delete(name);
  return new Request(request, { headers });
}
