import { errorDocument } from "./error-document";

/** Long enough for a crowd to thin out. */
const RETRY_AFTER_S = "30";

/**
 * An answer that failed because the database has too much to do says so: 503, and when to come again.
 */
export async function answerWhenOverloaded(answer: Response, overloaded: boolean): Promise<Response> {
  if (answer.status === 503) return comeAgain(answer);
  if (answer.status !== 500 || !overloaded) return answer;
  return comeAgain(await errorDocument(503));
}

function comeAgain(answer: Response): Response {
  if (answer.headers.has("Retry-After")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Retry-After", RETRY_AFTER_S);
  return new Response(answer.body, { status: answer.status, headers });
}
