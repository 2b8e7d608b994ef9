// One JSON call to a vendor. It times out, never follows a redirect (the key must not travel to another host), and returns a
// network failure or an answer that is not JSON as a value instead of throwing.

export type JsonRequest = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
};

export type JsonAnswer = { reached: true; status: number; body: unknown } | { reached: false; why: string };

/** Some vendors refuse a request without a User-Agent, and Workers send none by themselves. */
const USER_AGENT = "dunnage/0.1.0";

export async function requestJson(send: typeof fetch, request: JsonRequest): Promise<JsonAnswer> {
  const headers: Record<string, string> = { accept: "application/json", "user-agent": USER_AGENT, ...request.headers };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  try {
    const response = await send(request.url, {
      method: request.method,
      headers,
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      redirect: "manual",
      signal: AbortSignal.timeout(request.timeoutMs),
    });
    return { reached: true, status: response.status, body: parseJson(await response.text()) };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return { reached: false, why: timedOut ? `no answer within ${request.timeoutMs} ms` : "no connection" };
  }
}

/** @returns undefined for text that is not JSON (a proxy's error page, an empty body) */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
