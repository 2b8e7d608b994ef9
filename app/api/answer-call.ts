import { dispatch } from "./dispatch";
import type { CallArgs } from "./endpoint";

// Calls of the API need nothing of Remix: their own table of paths finds them. What is answered is what Remix would answer.

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

type Asked = Omit<CallArgs, "params"> & { url: URL };

/** Null: for Remix, which reads some queries itself and refuses other methods. */
export async function answerCall({ request, context, url }: Asked): Promise<Response | null> {
  if (!url.pathname.startsWith("/api/") || !METHODS.has(request.method)) return null;
  if (url.search !== "" && ["_data", "index"].some((name) => url.searchParams.has(name))) return null;
  const answer = await dispatch({ request, context });
  if (request.method !== "HEAD") return answer;
  const { headers, status, statusText } = answer;
  return new Response(null, { headers, status, statusText });
}
