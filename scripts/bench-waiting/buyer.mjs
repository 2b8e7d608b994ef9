// A buyer who waits: pays, then looks as the waiting page tells a browser to, until the page says how the payment ended.
import { setTimeout as sleep } from "node:timers/promises";

const STAKES_EACH = 3;
const GIVES_UP_MS = 90_000;
const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** 'SECONDS;url=PATH' for a page without script; a page that has it waits for the payment, and for nothing else. */
const RELOAD = /http-equiv="refresh" content="(\d+);url=([^"]+)"/i;
/** The same for its script. */
const REFRESH = /<body[^>]*data-refresh="(\d+);url=([^"]+)"/;

export class WaitingBuyer {
  #bought = 0;
  #visitor = null;
  #isActive = false;

  /** `javaScript` says which of the two schedules of the waiting page is followed. */
  constructor(world, { email, casks, javaScript, onWait }) {
    Object.assign(this, { world, email, casks, javaScript, onWait });
  }

  get isDone() {
    return this.#bought >= STAKES_EACH;
  }

  /** Sometimes in a browser that was started again, and so without its session. */
  async buyOnce() {
    if (this.#visitor === null || Math.random() < 0.1) this.#visitor = await this.world.signIn(this.email);
    if (this.#visitor === null) return;
    const what = this.#isActive ? { cask: pick(this.casks) } : { product: "joining-fee" };
    const form = { full_name: "Asha Rao", paymentMode: pick(["Bank", "Crypto"]), ...what };
    const { location: checkout } = await this.world.send(this.#visitor, "/stripe-secure", form);
    if (!checkout?.includes("/sandbox/checkout/")) {
      this.#visitor = null;
      return;
    }
    this.world.checkouts.add(checkout);
    const { location } = await this.world.send(this.#visitor, checkout, { outcome: "paid" });
    if (!location?.includes("/payment-success")) return;
    const ended = await this.#wait(location);
    if (ended === null) return;
    if (this.#isActive) this.#bought += 1;
    this.#isActive = true;
  }

  async #wait(location) {
    const paidAt = performance.now();
    const waited = () => performance.now() - paidAt;
    let path = location;
    /** How long each look took, in ms: tells a slow answer from a payment that was not settled yet. */
    const looks = [];
    while (waited() < GIVES_UP_MS) {
      const askedAt = waited();
      const { status, text } = await this.world.send(this.#visitor, path);
      looks.push(Math.round(waited() - askedAt));
      if (status !== 200) return null;
      const reload = RELOAD.exec(text);
      if (reload === null) {
        this.onWait({ ms: waited(), javaScript: this.javaScript, looks });
        return true;
      }
      const [, seconds, next] = (this.javaScript && REFRESH.exec(text)) || reload;
      await sleep(Number(seconds) * 1000);
      path = next.replaceAll("&amp;", "&");
    }
    this.onWait({ ms: Infinity, javaScript: this.javaScript, looks });
    return null;
  }
}
