import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Account, type Asked, findRoute, Refusal } from "./cloudflare-calls";

// Stands in for Cloudflare's API on the loopback address, so that wrangler itself can be driven.

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
};

/** `failing`: the next call whose 'METHOD /path' matches is refused, once. */
export async function startCloudflareStandIn() {
  const account: Account = {
    databases: new Map(),
    namespaces: new Map(),
    buckets: new Set(),
    objects: new Set(),
    queues: new Map(),
    workers: new Map(),
    schedules: new Map(),
    domains: [],
  };
  const state = {
    calls: [] as string[],
    unknown: [] as string[],
    failing: null as RegExp | null,
    zones: [] as string[],
  };
  const answerTo = async (asked: Asked): Promise<unknown> => {
    const line = `${asked.method} ${asked.path}`;
    state.calls.push(line);
    if (state.failing?.test(line)) {
      state.failing = null;
      throw new Refusal(500, 10013, "An unknown error has occurred.");
    }
    if (asked.path === "/zones")
      return state.zones.filter((name) => name === asked.query.get("name")).map((name) => ({ id: name, name }));
    const route = findRoute(asked.method, asked.path);
    if (route) return route.reply({ ...asked, ...route, account });
    state.unknown.push(line);
    throw new Refusal(404, 7003, `No route for ${line}`);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const path = url.pathname.replace("/client/v4", "").replace(/^\/accounts\/[^/]+/, "");
    void read(request)
      .then((text) => answerTo({ method: request.method ?? "GET", path, query: url.searchParams, text }))
      .then(
        (result) => [200, { success: true, errors: [], messages: [], result }] as const,
        (error: Refusal) =>
          [
            error.status ?? 500,
            { success: false, errors: [{ code: error.code, message: error.message }], messages: [], result: null },
          ] as const,
      )
      .then(([status, body]) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve())));
  return { account, state, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
