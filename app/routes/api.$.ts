import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/content/api-texts";
import { problem } from "~/api/answer";
import { CALLS } from "~/api/calls";
import { answerEndpoint, type CallArgs, endpointOf } from "~/api/endpoint";

// Finds the calls of a URL. Letter case and a slash at the end do not matter, and a fixed path wins over one with an id in it.

const paths = [...new Set(CALLS.map(({ path }) => path))].sort((one, other) => idsIn(one) - idsIn(other));

const endpoints = paths.map((path) => {
  const calls = CALLS.filter((call) => call.path === path);
  const methods = Object.fromEntries(calls.map(({ method, respond }) => [method, respond]));
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/?$`, "i");
  return { pattern, endpoint: endpointOf(methods, calls.find(({ shape }) => shape)?.shape) };
});

function idsIn(path: string): number {
  return path.split("{").length;
}

async function dispatch({ request, context }: Omit<CallArgs, "params">): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const { pattern, endpoint } of endpoints) {
    const match = pattern.exec(pathname);
    if (match) return answerEndpoint(endpoint, { request, context, params: match.groups ?? {} });
  }
  return problem(404, apiTexts.notFound);
}

export const loader = (args: LoaderFunctionArgs) => dispatch(args);
export const action = (args: ActionFunctionArgs) => dispatch(args);
