// The load: buyers who sign up, pay the joining fee and buy stakes, and holders of a balance who withdraw it; and everything that was
// acknowledged to them, which must still be there at the end, whatever was killed in between.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

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
  up = false;

  constructor({ origin, sandboxOrigin }) {
    Object.assign(this, { origin, sandboxOrigin });
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
        do await sleep(50);
        while (!this.up && !this.stopped);
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

/** There was no answer, or one from Workers that are going down: whether anything was done is unknown. */
class Interrupted extends Error {}

const someAddress = () => [10, ...randomBytes(3)].join(".");

class Visitor {
  #jars = new Map();
  #address = someAddress();

  /** One request, one answer: does not follow redirects. */
  async send(url, form) {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map();
    this.#jars.set(host, jar);
    const headers = { Accept: "text/html", "CF-Connecting-IP": this.#address };
    if (jar.size > 0) headers.Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const options = { headers, redirect: "manual", signal: AbortSignal.timeout(20_000) };
    if (form) Object.assign(options, { method: "POST", body: new URLSearchParams(form) });
    try {
      const response = await fetch(url, options);
      const text = await response.text();
      if (response.status >= 500) throw new Interrupted(`answered ${response.status}: ${text.slice(0, 80)}`);
      for (const line of response.headers.getSetCookie()) keep(jar, line);
      const location = response.headers.get("Location");
      return { status: response.status, text, location: location === null ? null : new URL(location, url).href };
    } catch (error) {
      throw error instanceof Interrupted ? error : new Interrupted(error.message, { cause: error });
    }
  }
}

function keep(jar, line) {
  const [pair, ...attributes] = line.split(";").map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf("="));
  const gone = attributes.some((attribute) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute));
  if (gone) jar.delete(name);
  else jar.set(name, pair.slice(name.length + 1));
}

// Adds what the load needs besides the demo data: casks with enough stakes and with too few, and holders of a balance.
const CASKS = [
  { id: "csk_kill_many", totalStakes: 100_000 },
  { id: "csk_kill_some", totalStakes: 100_000 },
  { id: "csk_kill_few", totalStakes: 25 },
];

export const makeHolders = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: `usr_kill_${i}`,
    email: `holder-${i}@example.com`,
    amountCents: 1_000 + i,
  }));

const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

export function stageSql(holders) {
  const nowMs = Date.now();
  const casks = CASKS.map(
    ({
      id,
      totalStakes,
    }) => `INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
      cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms)
      VALUES ('${id}', 'Cask ${id}', 'whisky', 'butt', 'Glen Test', 'Made for tests.', 'Bond 1, Leith', 2019, 1234, 50000, ${totalStakes}, '${day(-9)}', '${day(99)}', ${nowMs})`,
  );
  // A cask begins as a draft, of which nothing can be bought.
  casks.push("UPDATE casks SET state = 'published' WHERE id LIKE 'csk_kill_%'");
  const credits = holders.flatMap(({ id, email, amountCents }) => [
    `INSERT INTO users (id, email, referral_code, activated_at_ms, created_at_ms) VALUES ('${id}', '${email}', '${id}', ${nowMs}, ${nowMs})`,
    `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('stage:${id}', 'house:promotions', 'user:${id}:wallet', ${amountCents}, 'USD', 'promotion', 'user:${id}', ${nowMs})`,
  ]);
  return [...casks, ...credits].join(";\n");
}

const STAKES_EACH = 3;
const chance = (probability) => Math.random() < probability;
const pick = (list) => list[Math.floor(Math.random() * list.length)];

export const newBuyer = () => ({
  email: `buyer-${randomBytes(6).toString("hex")}@example.com`,
  visitor: null,
  bought: 0,
});

/** Makes one purchase or one step towards it. @returns the buyer to continue with */
export async function takeStep(world, buyer) {
  if (buyer.visitor === null) {
    buyer.visitor = await world.signIn(buyer.email);
    return buyer.visitor === null ? newBuyer() : buyer;
  }
  if (buyer.interrupted) {
    if (!(await world.expectSignedIn(buyer.visitor, buyer.email))) return newBuyer();
    buyer.interrupted = false;
  }
  buyer.interrupted = true; // until this step has finished
  if (!buyer.active) buyer.active = await payFee(world, buyer);
  else if (buyer.bought < STAKES_EACH) {
    buyer.bought += 1;
    await purchase(world, buyer, { cask: pick(CASKS).id });
  } else return newBuyer();
  buyer.interrupted = false;
  return buyer;
}

async function payFee(world, buyer) {
  const checkout = await purchase(world, buyer, { product: "joining-fee" });
  return checkout === null; // nothing left to pay
}

/** @returns the checkout's URL, or null if nothing could be bought */
async function purchase(world, { visitor }, what) {
  const mode = pick(["Bank", "Crypto"]);
  const first = await openCheckout(world, visitor, { ...what, paymentMode: mode });
  if (first === null || chance(0.04)) return first;
  if (chance(0.08)) {
    // Pays in two ways at once, in two windows: at most one of them may buy.
    const other = await openCheckout(world, visitor, { ...what, paymentMode: mode === "Bank" ? "Crypto" : "Bank" });
    await pay(world, visitor, first);
    if (other !== null) await pay(world, visitor, other);
    return first;
  }
  if (chance(0.1)) {
    const { location } = await world.send(visitor, first, { outcome: "cancel" });
    if (location) await world.send(visitor, location);
    if (chance(0.5)) return first;
  }
  if (chance(0.1)) await world.send(visitor, first, { outcome: "declined" });
  await pay(world, visitor, first);
  return first;
}

async function openCheckout(world, visitor, form) {
  const { location } = await world.send(visitor, "/stripe-secure", { full_name: "Asha Rao", ...form });
  if (!location?.includes("/sandbox/checkout/")) return null;
  world.checkouts.add(location);
  return location;
}

async function pay(world, visitor, checkout) {
  const { location } = await world.send(visitor, checkout, { outcome: "paid" });
  if (!location) return;
  world.paid.add(checkout);
  for (let looks = 0; looks < 2 && chance(0.7); looks += 1) await world.send(visitor, location);
}

// Holders with money in their wallets who withdraw all of it, each once, some of them asking twice in a row.

const BANK = {
  holder_name: "Holder of a Balance",
  bank_name: "Example Bank",
  ifsc_code: "EXMP0000001",
  account_number: "123456789012",
};

/** @param waiting the holders who have not asked yet; those interrupted ask again */
export async function askForBalance(world, waiting) {
  const holder = waiting.shift();
  if (!holder) return false;
  try {
    const visitor = await world.signIn(holder.email);
    if (visitor === null) return true;
    const form = { intent: "withdraw", of: "balance", shown_cents: String(holder.amountCents), ...BANK };
    const sends = Math.random() < 0.3 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: sends }, () => world.send(visitor, "/wallet?tab=portfolio", form)),
    );
    const toasts = await Promise.all(
      answers.map(({ location }) => (location ? world.send(visitor, location) : { text: "" })),
    );
    if (toasts.some(({ text }) => /Your withdrawal request is in|is in progress already/.test(text)))
      world.withdrawals.add(holder.email);
    else world.problems.push(`${holder.email} could not withdraw: ${answers.map(({ status }) => status).join(", ")}`);
  } catch (error) {
    waiting.push(holder);
    throw error;
  }
  return true;
}
