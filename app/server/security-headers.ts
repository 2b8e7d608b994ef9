import type { RoundTrips } from "~/db/wrap-d1";

const HEADERS = Object.entries({
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  // Not 'no-referrer': with it browsers post forms with 'Origin: null'.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
});

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

export function withSecurityHeaders(response: Response, trips?: RoundTrips): Response {
  try {
    addHeaders(response.headers, trips);
    return response;
  } catch {
    // Those of a redirect made by the platform, or of another's answer, are fixed.
    const headers = new Headers(response.headers);
    addHeaders(headers, trips);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  }
}

function addHeaders(headers: Headers, trips: RoundTrips | undefined): void {
  for (const [name, value] of HEADERS) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", NOTHING);
  // Not the rows: how many were read tells a stranger whether there is something, such as a login of an address.
  if (trips) headers.set("Server-Timing", `d1;desc="round trips ${trips.count}"`);
}
