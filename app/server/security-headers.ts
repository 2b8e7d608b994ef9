import type { RoundTrips } from "~/db/count-round-trips";

const HEADERS: Record<string, string> = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  // Not 'no-referrer': with it browsers post forms with 'Origin: null'.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** Headers of every response of the Worker. Unless a route chose otherwise, a response is private and not stored. */
export function withSecurityHeaders(response: Response, trips?: RoundTrips): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (!headers.has("Content-Security-Policy"))
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  if (trips) headers.set("Server-Timing", `d1;desc="round trips ${trips.count}, rows ${trips.rowsRead}"`);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
