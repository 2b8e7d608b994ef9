import { UNKNOWN_ROUTE } from "./route-of";

// For everybody but members of staff the console is not there. Its routes are, and Remix answers for them before they are asked: 405
// to a method that they do not take, 400 where there is no page, and a 404 in the console's own style.

const NOTHING = "/nothing-here";

type AddressedRequest = { request: Request; url: URL };
type Answered = { status: number; isStaff: boolean; route: string };

export function tellsOfConsole({ url }: AddressedRequest, { status, isStaff, route }: Answered): boolean {
  if (status < 400 || status >= 500) return false;
  return isOfConsole(url.pathname) ? !isStaff : status === 405 && route === UNKNOWN_ROUTE;
}

export function askForNothing({ request, url }: AddressedRequest): { request: Request; url: URL } {
  const elsewhere = new URL(NOTHING + url.search, url);
  const method = request.method === "HEAD" ? "HEAD" : "GET";
  return { url: elsewhere, request: new Request(elsewhere, { method, headers: request.headers }) };
}

/** As Remix reads a path: in any case, and in any encoding. */
function isOfConsole(pathname: string): boolean {
  return /^\/operator(\/|$)/i.test(decoded(pathname));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
