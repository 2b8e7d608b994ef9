type Routes = Record<string, { path?: string } | undefined>;
type Pattern = { name: string; form: RegExp; literal: number };

export const UNKNOWN_ROUTE = "/*";

/**
 * Names paths for the log by the pattern of their route, so that nothing a visitor put into one gets there: an id, a code, or an address.
 * @param calls the paths of the JSON API, which is one route
 */
export function createRouteNames(routes: Routes, calls: readonly string[]): (pathname: string) => string {
  const own = Object.values(routes).map((route) => `/${route?.path ?? ""}`);
  const api = calls.map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  const patterns = [...new Set([...own, ...api])].map(patternOf).sort((one, other) => other.literal - one.literal);
  return (pathname) => patterns.find(({ form }) => form.test(pathname))?.name ?? UNKNOWN_ROUTE;
}

function patternOf(name: string): Pattern {
  const parts = name.split(/(:\w+|\*)/);
  const form = parts.map((part) => (part === "*" ? ".*" : part.startsWith(":") ? "[^/]+" : escaped(part)));
  const literal = parts.filter((part) => !/^[:*]/.test(part)).join("").length;
  return { name, form: new RegExp(`^${form.join("")}/?$`, "i"), literal };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
