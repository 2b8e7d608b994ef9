import type { RequestContext } from "./context";
import { apiTexts } from "~/features/api/api-texts";
import { problem } from "./api-answer";

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

function unexpected(context: RequestContext, thrown: unknown): Response {
  const error = thrown instanceof Error ? thrown : new Error("unknown");
  context.log("api-error", { requestId: context.requestId, error: error.name });
  // D1 says so when it has too much to do; that passes.
  if (/overloaded/i.test(error.message)) return problem(503, apiTexts.failed, { headers: { "Retry-After": "5" } });
  return problem(500, apiTexts.failed, { headers: { "X-Request-Id": context.requestId } });
}
