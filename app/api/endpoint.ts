import { apiTexts } from "~/content/api-texts";
import type { RequestContext } from "~/server/context";
import { problem, type Problem } from "./answer";

// One path and the methods it takes. Whatever goes wrong becomes JSON that reveals nothing internal.

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type CallArgs = {
  request: Request;
  context: RequestContext;
  params: Readonly<Record<string, string | undefined>>;
};
type Handler = (args: CallArgs) => Promise<Response>;

export type Endpoint = {
  handlers: ReadonlyMap<string, Handler>;
  allow: string;
  /** The shape of a refused write, where it differs from the usual one. */
  shape: ((problem: Problem) => object) | undefined;
};

export function endpointOf(methods: Partial<Record<Method, Handler>>, shape?: Endpoint["shape"]): Endpoint {
  const handlers = new Map(Object.entries(methods));
  if (methods.GET) handlers.set("HEAD", methods.GET);
  const allow = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  return { handlers, allow: allow.join(", "), shape };
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export async function answerEndpoint(endpoint: Endpoint, args: CallArgs): Promise<Response> {
  const { method } = args.request;
  const handler = endpoint.handlers.get(method);
  const answered = handler
    ? await answerSafely(handler, args)
    : problem(405, "This address does not take this method.", { headers: { Allow: endpoint.allow } });
  if (!endpoint.shape || answered.ok || READS.has(method)) return answered;
  return Response.json(endpoint.shape(await answered.json<Problem>()), answered);
}

async function answerSafely(handler: Handler, args: CallArgs): Promise<Response> {
  try {
    return await handler(args);
  } catch (thrown) {
    return thrown instanceof Response ? inJson(thrown) : unexpected(args.context, thrown);
  }
}

const MESSAGES: Partial<Record<number, string>> = { 404: apiTexts.notFound, 429: apiTexts.tooMany };

/** Guards of pages answer with a redirect or an empty body; the API turns both into a JSON problem. */
function inJson(thrown: Response): Response {
  if (thrown.headers.get("Content-Type")?.includes("json")) return thrown;
  if (thrown.status < 400) return problem(401, apiTexts.expired);
  const retryAfter = thrown.headers.get("Retry-After");
  const message = MESSAGES[thrown.status] ?? apiTexts.failed;
  return problem(thrown.status, message, retryAfter ? { headers: { "Retry-After": retryAfter } } : {});
}

/** Logs only the error's name: the message of a failed query repeats its parameters. */
function unexpected(context: RequestContext, thrown: unknown): Response {
  context.log("api-error", { requestId: context.requestId, error: thrown instanceof Error ? thrown.name : "unknown" });
  if (context.trips.overloaded) return problem(503, apiTexts.failed, { headers: { "Retry-After": "5" } });
  return problem(500, apiTexts.failed, { headers: { "X-Request-Id": context.requestId } });
}
