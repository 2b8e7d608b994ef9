export type Recorded = { method: string; url: string; headers: Headers; body: string; init: RequestInit };
export type Reply = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> } | Error;

export function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : input.toString();
}

/**
 * A fetch that records every request and answers from a list; the last answer repeats. An Error in the list is thrown.
 */
export function recordingFetch(...replies: Reply[]) {
  const requests: Recorded[] = [];
  const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push({
      method: init.method ?? "GET",
      url: urlOf(input),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? init.body : "",
      init,
    });
    if (!reply) throw new Error("no reply was given for this request");
    if (reply instanceof Error) throw reply;
    const body = reply.text ?? JSON.stringify(reply.json ?? {});
    return new Response(body, { status: reply.status ?? 200, headers: reply.headers ?? {} });
  };
  const singleCall = (): Recorded => {
    const [first, ...more] = requests;
    if (!first || more.length > 0) throw new Error(`one request was expected, ${requests.length} were made`);
    return first;
  };
  return { fetch: send as typeof fetch, requests, singleCall };
}

/** A fetch that never answers until its signal aborts it, like a hanging provider. */
export const hangingFetch = ((_input: RequestInfo | URL, init?: RequestInit) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  })) as typeof fetch;
