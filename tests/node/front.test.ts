import { createServer, type RequestListener, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { findFreePort } from "../../scripts/steps/free-port.mjs";
import { standBefore } from "../../scripts/steps/front.mjs";

// The front of the local run: what was never delivered or only reads is sent again; for a form the visitor is told that its outcome is
// unknown.

const RESTARTED = "Your worker restarted mid-request. Please try sending the request again.";
const open: { close: () => unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function serve(port: number, answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

async function front({ lostAfterMs = 60_000 } = {}) {
  const [port, innerPort] = [await findFreePort(), await findFreePort()];
  open.push(await standBefore({ port, innerPort, patienceMs: 60_000, lostAfterMs, hosts: ["127.0.0.1"] }));
  const origin = `http://127.0.0.1:${port}`;
  const post = (headers: Record<string, string> = {}) =>
    fetch(`${origin}/bank-details`, {
      method: "POST",
      body: "a=1",
      headers: { referer: `${origin}/bank-details?x=1`, ...headers },
    });
  return { origin, innerPort, post };
}

describe("the front of the local run", () => {
  it("passes requests and answers on as they are, while they still come", async () => {
    const { origin, innerPort } = await front();
    await serve(innerPort, (request, response) => {
      response.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-host": request.headers.host ?? "" });
      response.write("first ");
      request
        .on("data", (chunk: Buffer) => response.write(chunk))
        .on("end", () => setTimeout(() => response.end(" last"), 200));
    });
    const answer = await fetch(`${origin}/x?y=1`, { method: "POST", body: "body" });
    expect([answer.status, answer.headers.getSetCookie(), answer.headers.get("x-host")]).toEqual([
      201,
      ["a=1", "b=2"],
      new URL(origin).host,
    ]);
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^first /);
    await reader?.cancel();
  });

  const plain = [{}, (text: string) => Buffer.from(text)] as const;
  const gzip = [{ "content-encoding": "gzip" }, (text: string) => gzipSync(text)] as const;

  it.each([
    ["plain", plain],
    ["gzip", gzip],
  ])(
    "says of a form whose Worker restarted, in our words, that it may have been done, and leads back: %s",
    async (_, way) => {
      const [headers, encode] = way;
      const { innerPort, post } = await front();
      await serve(innerPort, (_request, response) =>
        response.writeHead(503, { "retry-after": "0", ...headers }).end(encode(RESTARTED)),
      );
      const answer = await post();
      const text = await answer.text();
      expect(answer.status).toBe(503);
      expect(text).toContain("It may have been done, or not");
      expect(text).toContain('href="/bank-details?x=1"');
      expect(text).not.toContain("Your worker");
      expect(await (await post({ accept: "application/json" })).json()).toMatchObject({ status: false });
    },
  );

  it("sends a form only once if its connection breaks, but repeats what only reads", async () => {
    const { origin, innerPort, post } = await front();
    const seen: string[] = [];
    await serve(innerPort, (request, response) => {
      seen.push(request.method ?? "");
      if (seen.length < 3) request.socket.destroy();
      else response.end("here");
    });
    expect((await post()).status).toBe(503);
    expect(await (await fetch(origin)).text()).toBe("here");
    expect(seen).toEqual(["POST", "GET", "GET"]);
  });

  it("asks once more for what gets no answer, unless it is a form", async () => {
    const { origin, innerPort, post } = await front({ lostAfterMs: 100 });
    const seen: string[] = [];
    await serve(innerPort, (request, response) => {
      seen.push(request.method ?? "");
      if (seen.length > 1) setTimeout(() => response.end("late"), 300);
    });
    expect(await (await fetch(origin)).text()).toBe("late");
    expect(await (await post()).text()).toBe("late");
    expect(seen).toEqual(["GET", "GET", "POST"]);
  });

  it("delivers a form once its Workers are back, if it was not delivered before", async () => {
    const { innerPort, post } = await front();
    const answer = post();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await serve(innerPort, (_request, response) => response.end("done"));
    expect(await (await answer).text()).toBe("done");
  });

  it.each([
    ["plain", plain],
    ["gzip", gzip],
  ])("leaves the app's own 503 alone: %s", async (_, [headers, encode]) => {
    const { innerPort, post } = await front();
    await serve(innerPort, (_request, response) =>
      response.writeHead(503, { "retry-after": "0", ...headers }).end(encode("our own words")),
    );
    expect(await (await post()).text()).toBe("our own words");
  });
});
