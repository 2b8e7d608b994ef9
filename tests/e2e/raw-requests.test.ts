import { connect } from "node:net";
import { afterAll, describe, expect, inject, it } from "vitest";

// Sends bytes that no browser would send: they are refused or cut off, and the next visitor notices nothing. The server
// in front answers what is not HTTP or breaks off in its body.

const { hostname, port } = new URL(inject("origin"));

/** Sends these bytes and reads until the other side closes, or for a while. Empty: closed without an answer. */
function sendRaw(bytes: string | Buffer, patienceMs = 3_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = "";
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(done, patienceMs);
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
      if (answer.includes("\r\n\r\n")) done();
    });
    socket.on("error", done);
    socket.on("close", done);
    socket.write(bytes, "latin1");
  });
}

const host = `Host: ${hostname}:${port}\r\n`;

const CASES: Record<string, string> = {
  "a NUL in the path": `GET /wallet\0 HTTP/1.1\r\n${host}\r\n`,
  "bytes that are no text in the path": `GET /verify/\xff\xfe HTTP/1.1\r\n${host}\r\n`,
  "broken percent signs": `GET /verify/%E0%A4%A?tab=%&%=%zz HTTP/1.1\r\n${host}\r\n`,
  "a very long address": `GET /wallet?q=${"y".repeat(12_000)} HTTP/1.1\r\n${host}\r\n`,
  "a cookie of bytes that are no text": `GET /settings HTTP/1.1\r\n${host}Cookie: session=\xff\xfe\x80; toast=%E0\r\n\r\n`,
};

describe("a request with", () => {
  it.each(Object.entries(CASES))("%s is refused or answered, and reveals nothing", async (_what, bytes) => {
    const answer = await sendRaw(bytes);
    if (answer !== "") expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
    expect(answer).not.toMatch(/\bat \S+ \(|node_modules|D1_ERROR|TypeError/);
  });
});

afterAll(async () => {
  const health = await fetch(new URL("/healthz", inject("origin")));
  expect(await health.json()).toMatchObject({ status: "ok" });
});
