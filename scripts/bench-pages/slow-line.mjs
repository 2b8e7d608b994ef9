// A line as slow as a phone's, between a browser and a server on this machine: slow 4G as Lighthouse means it.
import { createServer, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const SLOW_4G = { roundTripMs: 150, downBitsPerS: 1_638_400, upBitsPerS: 750_000 };

/** One direction, which all connections share: bytes leave one after the other, and each is under way half a round trip. */
class Direction {
  #freeAt = 0;

  constructor(bitsPerS, delayMs) {
    Object.assign(this, { bitsPerS, delayMs });
  }

  /** Passes on in order what comes from one socket to the other. */
  async carry(from, to) {
    let passed = Promise.resolve();
    try {
      for await (const bytes of from) {
        const now = performance.now();
        this.#freeAt = Math.max(now, this.#freeAt) + (bytes.length * 8_000) / this.bitsPerS;
        const arrivesAt = this.#freeAt + this.delayMs;
        // Not waited for: what comes next is under way at the same time, and arrives after it.
        passed = passed.then(() => sleep(Math.max(0, arrivesAt - performance.now()))).then(() => to.write(bytes));
        if (this.#freeAt - now > 200) await sleep(this.#freeAt - now - 200);
      }
      await passed;
      to.end();
    } catch {
      to.destroy();
    }
  }
}

/** @returns the port to connect to, and how to end it */
export async function openSlowLine(port, { roundTripMs, downBitsPerS, upBitsPerS } = SLOW_4G) {
  const down = new Direction(downBitsPerS, roundTripMs / 2);
  const up = new Direction(upBitsPerS, roundTripMs / 2);
  const sockets = new Set();
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    void up.carry(near, far);
    void down.carry(far, near);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: server.address().port, close };
}
