import type { RequestContext } from "~/server/context";
import { apiTexts } from "~/content/api-texts";
import { problem } from "./answer";

// What all calls share: known methods only, and whatever goes wrong becomes JSON that tells nothing of the inside.

export type ApiArgs = { request: Request; context: RequestContext; params: Record<string, string | undefined> };
export type ApiHandler = (args: ApiArgs) => Promise<Response>;
type Methods = Partial<Record<"GET" | "POST" | "PUT", ApiHandler>>;

export async function answerApi(args: ApiArgs, methods: Methods): Promise<Response> {
  const { method } = args.request;
  const handler = methods[(method === "HEAD" ? "GET" : method) as keyof Methods];
  if (!handler) {
    const allowed = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
    return problem(405, apiTexts.wrongMethod, { headers: { Allow: allowed.join(", ") } });
  }
  try {
    return await handler(args);
  } catch (thrown) {
    return thrown instanceof Response ? inJson(thrown) : unexpected(args.context, thrown);
  }
}

/** Guards of the pages answer with a redirect or an empty page; here both are words. */
function inJson(thrown: Response): Response {
  if (thrown.headers.get("Content-Type")?.includes("json")) return thrown;
  if (thrown.status < 400) return problem(401, apiTexts.expired);
  const retryAfter = thrown.headers.get("Retry-After");
  const message = thrown.status === 404 ? apiTexts.notFound : apiTexts.failed;
  return problem(thrown.status, message, retryAfter ? { headers: { "Retry-After": retryAfter } } : {});
}

/** Of the error only its name is logged: a failed query's message repeats its parameters. */
function unexpected(context: RequestContext, thrown: unknown): Response {
  context.log("api-error", { requestId: context.requestId, error: thrown instanceof Error ? thrown.name : "unknown" });
  if (isOverload(thrown)) return problem(503, apiTexts.failed, { headers: { "Retry-After": "5" } });
  return problem(500, apiTexts.failed, { headers: { "X-Request-Id": context.requestId } });
}

/** D1 says so when it has too much to do, and that passes; drizzle wraps what D1 says. */
function isOverload(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return /overloaded/i.test(thrown.message) || isOverload(thrown.cause);
}
