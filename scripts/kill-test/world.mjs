// What the load knows: where the Workers are, whether they are up, and everything they have acknowledged, which must
// still be there at the end, whatever was killed in between.
import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, Visitor } from "./visitor.mjs";

export class World {
  requests = 0;
  answered = 0;
  interrupted = 0;
  signIns = 0;
  /** The checkout URLs that buyers were sent to. */
  checkouts = new Set();
  /** The ones among them where the provider confirmed the payment. */
  paid = new Set();
  /** The holders whose withdrawal was acknowledged. */
  withdrawals = new Set();
  /** Sessions lost in a kill, and other answers that must not occur. */
  problems = [];
  stopped = false;
  #up = gate();

  constructor({ origin, sandboxOrigin }) {
    Object.assign(this, { origin, sandboxOrigin });
  }

  open() {
    this.#up.resolve();
  }

  shut() {
    this.#up = gate();
  }

  /** Waits until the Workers serve again, or are no longer wanted. */
  async whenUp() {
    await this.#up.promise;
  }

  end() {
    this.stopped = true;
    this.#up.resolve();
  }

  async send(visitor, path, form) {
    this.requests += 1;
    const answer = await visitor.send(new URL(path, this.origin).href, form);
    this.answered += 1;
    return answer;
  }

  /** Repeats until stopped; the next turn retries what a kill interrupted. */
  async keepAt(turn) {
    while (!this.stopped) {
      try {
        await turn();
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        this.interrupted += 1;
        await sleep(50);
        await this.whenUp();
      }
    }
  }

  async #newestCode(email) {
    const url = `${this.sandboxOrigin}/sandbox/outbox?to=${encodeURIComponent(email)}`;
    for (let tries = 0; tries < 40; tries += 1) {
      try {
        const response = await fetch(url, {
          headers: { Accept: "application/json" },
          signal: AbortSignal.timeout(10_000),
        });
        const code = (await response.json()).messages.find((message) => message.code)?.code;
        if (code) return code;
      } catch (error) {
        throw new Interrupted(error.message, { cause: error });
      }
      await sleep(100);
    }
    return null;
  }

  /** @returns a signed-in visitor, or null if the address must wait for another code */
  async signIn(email) {
    const visitor = new Visitor();
    const started = await this.send(visitor, "/get-started?mode=login", { email });
    const code = started.status === 302 || started.status === 303 ? await this.#newestCode(email) : null;
    if (code === null) return null;
    const entered = await this.send(visitor, "/enter-OTP", { intent: "verify", otp: code });
    if (!entered.location?.includes("/wallet")) return null;
    this.signIns += 1;
    return visitor;
  }

  /** A session must survive the kill. */
  async expectSignedIn(visitor, who) {
    const { status, location } = await this.send(visitor, "/wallet");
    if (status !== 200) this.problems.push(`${who} was signed in, and is not any more (${status} to ${location})`);
    return status === 200;
  }
}

function gate() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
