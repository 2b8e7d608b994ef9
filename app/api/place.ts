import { apiTexts } from "~/content/api-texts";
import type { RequestContext } from "~/server/context";
import { problem, type Problem } from "./answer";

// One address and what it takes: known methods only, and whatever goes wrong becomes JSON that tells nothing of the inside.

export type Method = "GET" | "POST" | "PUT";
export type Asked = { request: Request; context: RequestContext; params: Readonly<Record<string, string | undefined>> };
type Answering = (asked: Asked) => Promise<Response>;

export type Place = {
  answers: ReadonlyMap<string, Answering>;
  allow: string;
  /** How writes here are refused, if not like everywhere. */
  shape: ((told: Problem) => object) | undefined;
};

export function placeOf(methods: Partial<Record<Method, Answering>>, shape?: Place["shape"]): Place {
  const answers = new Map(Object.entries(methods));
  if (methods.GET) answers.set("HEAD", methods.GET);
  const allow = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
  return { answers, allow: allow.join(", "), shape };
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export async function answerAt(place: Place, asked: Asked): Promise<Response> {
  const { method } = asked.request;
  const answers = place.answers.get(method);
  const answered = answers
    ? await answerSafely(answers, asked)
    : problem(405, apiTexts.wrongMethod, { headers: { Allow: place.allow } });
  if (!place.shape || answered.ok || READS.has(method)) return answered;
  return Response.json(place.shape(await answered.json<Problem>()), answered);
}

async function answerSafely(answers: Answering, asked: Asked): Promise<Response> {
  try {
    return await answers(asked);
  } catch (thrown) {
    return thrown instanceof Response ? inJson(thrown) : unexpected(asked.context, thrown);
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
  if (context.trips.overloaded) return problem(503, apiTexts.failed, { headers: { "Retry-After": "5" } });
  return problem(500, apiTexts.failed, { headers: { "X-Request-Id": context.requestId } });
}
