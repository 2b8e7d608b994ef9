import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/content/api-texts";
import { problem } from "~/api/answer";
import { CALLS } from "~/api/calls";
import { answerEndpoint, type CallArgs, type Endpoint, endpointOf } from "~/api/endpoint";

// Finds the calls of a URL. Paths are matched as Remix matches those of pages: letter case and a trailing slash do not
// matter, and a fixed path wins over one with an id in it.

const fixed = new Map<string, Endpoint>();
const withIds: { pattern: RegExp; endpoint: Endpoint }[] = [];

for (const path of new Set(CALLS.map((call) => call.path))) {
  const calls = CALLS.filter((call) => call.path === path);
  const methods = Object.fromEntries(calls.map(({ method, respond }) => [method, respond]));
  const endpoint = endpointOf(methods, calls.find(({ shape }) => shape)?.shape);
  if (path.includes("{")) withIds.push({ pattern: patternOf(path), endpoint });
  else fixed.set(path.toLowerCase(), endpoint);
}

async function dispatch({ request, context }: Omit<CallArgs, "params">): Promise<Response> {
  const path = plain(new URL(request.url).pathname);
  const endpoint = fixed.get(path.toLowerCase());
  if (endpoint) return answerEndpoint(endpoint, { request, context, params: {} });
  for (const { pattern, endpoint } of withIds) {
    const match = pattern.exec(path);
    if (match) return answerEndpoint(endpoint, { request, context, params: withSlashes(match.groups) });
  }
  return problem(404, apiTexts.notFound);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`, "i");
}

/** Decodes each segment separately, so that an encoded slash in an id stays encoded. A malformed path stays as it is. */
function plain(pathname: string): string {
  let end = pathname.length;
  while (pathname[end - 1] === "/") end -= 1;
  const path = pathname.slice(0, end);
  if (!path.includes("%")) return path;
  try {
    const parts = path.split("/").map((part) => decodeURIComponent(part).replaceAll("/", "%2F"));
    return parts.join("/");
  } catch {
    return path;
  }
}

const withSlashes = (groups: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value.replaceAll("%2F", "/")]));

export const loader = (args: LoaderFunctionArgs) => dispatch(args);
export const action = (args: ActionFunctionArgs) => dispatch(args);
