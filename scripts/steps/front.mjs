// Stands before `wrangler dev`, which answers a form with a line of its own when its Workers restart under it. A request that was never
// delivered is sent once they are back, whatever it is; one that only reads is sent again; the fate of any other is unknown, and the page
// says so in our words. Bodies and answers are passed on as they come.
import { createServer, request as ask } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;
/** On a busy machine wrangler's own proxy loses a request now and then: one that only reads is sent once more after this. */
const LOST_AFTER_MS = 8_000;
/** What wrangler says of a form whose Worker restarted. */
const RESTARTED = /^Your worker restarted mid-request/;
/** Of one connection, not of the message. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

const onlyReads = ({ method }) => method === "GET" || method === "HEAD";

function passedHeaders(raw, dropped = HOP_BY_HOP) {
  const kept = [];
  for (let at = 0; at < raw.length; at += 2) if (!dropped.has(raw[at].toLowerCase())) kept.push(raw[at], raw[at + 1]);
  return kept;
}

/** @returns {Promise<{ close: () => Promise<void> }>} once it listens on `port`, for what listens on `innerPort` */
export async function standBefore({ port, innerPort, hosts = ["127.0.0.1", "::1"], ...times }) {
  const servers = [];
  const limits = { innerPort, patienceMs: PATIENCE_MS, lostAfterMs: LOST_AFTER_MS, ...times };
  for (const host of hosts) {
    const server = createServer((incoming, outgoing) => pass(incoming, outgoing, limits));
    // Longer than a browser keeps a connection: it is the one that closes.
    server.keepAliveTimeout = 0;
    server.requestTimeout = 0;
    if (await listening(server, port, host)) servers.push(server);
  }
  if (servers.length === 0) throw new Error(`Nothing can listen on port ${port}.`);
  const close = async () => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  return { close };
}

/** A machine without IPv6 has one address less. */
function listening(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT" ? resolve(false) : reject(error),
    );
    server.listen({ port, host }, () => resolve(true));
  });
}

function pass(incoming, outgoing, { innerPort, patienceMs, lostAfterMs }) {
  const untilMs = Date.now() + patienceMs;
  let [current, isFirst] = [null, true];
  outgoing.on("close", () => current?.destroy());
  const fail = () => (outgoing.headersSent ? outgoing.destroy() : sayUnknown(incoming, outgoing));

  function attempt() {
    let delivered = false;
    const { method, url: path } = incoming;
    const length = incoming.headers["transfer-encoding"] ? { "transfer-encoding": "chunked" } : {};
    // A connection each: one that is kept may end just as a form is written to it.
    current = ask({ host: "127.0.0.1", port: innerPort, method, path, agent: false, setHost: false });
    for (const [name, value] of pairs(passedHeaders(incoming.rawHeaders))) current.appendHeader(name, value);
    for (const [name, value] of Object.entries(length)) current.setHeader(name, value);
    current.on("socket", (socket) => socket.once("connect", () => ((delivered = true), incoming.pipe(current))));
    const lost = () =>
      console.error(`No answer to ${incoming.method} /${incoming.url.split(/[/?]/)[1]} yet: asked again.`);
    const patience =
      isFirst && onlyReads(incoming) && setTimeout(() => (lost(), current.destroy(new Error("lost"))), lostAfterMs);
    isFirst = false;
    current.on("close", () => clearTimeout(patience));
    current.on("response", (answer) => (clearTimeout(patience), void answered(answer)));
    current.on("error", () => {
      if (outgoing.headersSent || outgoing.destroyed) return outgoing.destroy();
      if ((delivered && !onlyReads(incoming)) || Date.now() > untilMs) return fail();
      setTimeout(attempt, PAUSE_MS);
    });
  }

  async function answered(answer) {
    if (answer.statusCode === 503 && answer.headers["retry-after"] === "0" && !onlyReads(incoming)) {
      const body = await buffer(answer).catch(() => Buffer.alloc(0));
      if (RESTARTED.test(textOf(body, answer.headers["content-encoding"]))) return fail();
      outgoing.writeHead(503, passedHeaders(answer.rawHeaders, new Set([...HOP_BY_HOP, "content-length"])));
      return outgoing.end(body);
    }
    outgoing.writeHead(answer.statusCode, answer.statusMessage, passedHeaders(answer.rawHeaders));
    answer.on("error", () => outgoing.destroy());
    answer.on("aborted", () => outgoing.destroy());
    answer.pipe(outgoing);
  }

  attempt();
}

function* pairs(raw) {
  for (let at = 0; at < raw.length; at += 2) yield [raw[at], raw[at + 1]];
}

/** wrangler compresses what it says itself too. */
const textOf = (body, encoding) => String(encoding === "gzip" && body.length > 0 ? gunzipSync(body) : body);

const words = {
  reads: "The local run is starting again and did not answer in time. Load the page again in a moment.",
  writes:
    "The local run was starting again while it worked on what you sent. It may have been done, or not. Go back and look first; sending the same form again does nothing twice.",
};

function sayUnknown(incoming, outgoing) {
  const message = words[onlyReads(incoming) ? "reads" : "writes"];
  incoming.resume();
  const isJson = /\bapplication\/json\b/.test(incoming.headers.accept ?? "");
  outgoing.writeHead(503, {
    "content-type": isJson ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "2",
    "x-dunnage-front": "unknown",
  });
  if (incoming.method === "HEAD") return outgoing.end();
  if (isJson) return outgoing.end(JSON.stringify({ status: false, message }));
  const back = pathOf(incoming);
  outgoing.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Please look again</title><body style="font:16px/1.5 system-ui;max-width:36rem;margin:3rem auto;padding:0 1rem">
<h1 style="font-size:1.25rem">Please look again</h1><p>${message}</p><p><a href="${back}">Go back and look</a></p></body></html>`);
}

/** The page that the form was on, if the browser says which of this site it was. */
function pathOf({ headers: { referer = "", host = "" } }) {
  try {
    const url = new URL(referer);
    return url.host === host
      ? `${url.pathname}${url.search}`.replaceAll(/[&"<>]/g, (found) => `&#${found.charCodeAt(0)};`)
      : "/";
  } catch {
    return "/";
  }
}
