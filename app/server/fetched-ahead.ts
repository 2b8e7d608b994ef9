// Chromium fetches a page ahead while a finger or a pointer is on its link (public/speculation-rules.json), and shows it when the
// link is tapped. So a page fetched ahead must be safe to send to a visitor who never taps.

export const SPECULATION_RULES = '"/speculation-rules.json"';

/** Says nothing about what happened: a name for the browser, and how much of the database it has seen. */
const NEUTRAL = /^(?:__Host-)?browser=/;

/**
 * The answer to a request made ahead. A message that is shown once, a session that has ended or a redirect is kept for the tap: the
 * refusal is not shown by the browser, which then asks again.
 */
export function answerAhead(request: Request, answer: Response): Response {
  if (!isAskedAhead(request)) return answer;
  const isPlain = answer.status === 200 || answer.status === 304;
  if (isPlain && answer.headers.getSetCookie().every((cookie) => NEUTRAL.test(cookie))) return answer;
  return new Response(null, { status: 503, headers: { "Cache-Control": "no-store" } });
}

/** What was fetched or drawn ahead of a form that led on shows how things stood before it. */
export function forgetAhead({ method }: Request, { status, headers }: Response): void {
  if (method === "POST" && status === 303 && !headers.has("Clear-Site-Data"))
    headers.set("Clear-Site-Data", '"prefetchCache", "prerenderCache"');
}

function isAskedAhead({ headers }: Request): boolean {
  return ["Sec-Purpose", "Purpose", "X-Moz"].some((name) => headers.get(name)?.includes("prefetch"));
}
