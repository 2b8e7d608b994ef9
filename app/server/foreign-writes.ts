import { problem } from "./api-answer";

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

export function refuseForeignWrite(pathname: string): Response {
  if (pathname.startsWith("/api/")) return problem(403, "This request was not sent from our site.");
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not sent from here</title></head><body><main><h1>This form was not sent from our site</h1>
<p>Nothing was changed. Please open the page again and send the form from there.</p><p><a href="/">Go to the start page</a></p></main></body></html>`;
  return new Response(page, {
    status: 403,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}
