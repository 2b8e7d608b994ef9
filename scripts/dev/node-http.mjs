import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Turns Node's request into the kind that Workers get. */
export function toRequest(incoming, outgoing) {
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    headers.append(incoming.rawHeaders[i], incoming.rawHeaders[i + 1]);
  headers.set("CF-Connecting-IP", incoming.socket.remoteAddress ?? "127.0.0.1");
  const leaving = new AbortController();
  outgoing.once("close", () => leaving.abort());
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  return new Request(new URL(incoming.originalUrl ?? incoming.url, `http://${incoming.headers.host}`), {
    method: incoming.method,
    headers,
    signal: leaving.signal,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
  });
}

export async function sendResponse(outgoing, response) {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (!response.body || outgoing.req.method === "HEAD") return void outgoing.end();
  // A client that leaves in the middle of a page is no error.
  await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined);
}

/** Miniflare has its own Request and Response classes, which do not mix with Node's: only their contents cross. */
export const crossing = {
  into: (fetcher) => async (input, init) => {
    const { url, method, headers, body, signal } = new Request(input, init);
    const answer = await fetcher.fetch(url, {
      method,
      headers: [...headers],
      body,
      signal,
      duplex: "half",
      redirect: "manual",
    });
    return crossing.toNode(answer);
  },
  toNode: ({ status, headers, body }) =>
    new Response([204, 205, 304].includes(status) ? null : body, { status, headers: [...headers] }),
  toNodeRequest: (request) =>
    new Request(request.url, {
      method: request.method,
      headers: [...request.headers],
      ...(request.body && { body: request.body, duplex: "half" }),
    }),
};
