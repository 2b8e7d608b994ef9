import type { AuditDeps } from "~/areas/proof/audit-steps";
import type { ReconcileDeps } from "~/areas/buying/reconciliation/record-difference";
import type { CertificateFacts } from "~/areas/holdings/certificates/issue-certificate";
import type { Sealer } from "~/core/sealer";
import type { SessionClaim } from "~/core/session/access";
import { createDatabase } from "~/db/client";
import { tryAgain } from "~/db/wrap-d1";
import { sha256 } from "~/domain/audit/hashes";
import { type Mail, MailError } from "~/integrations/mail/port";
import { eachProvider, type ProviderName } from "~/integrations/payments/providers";
import type { TextMessage } from "~/integrations/text-messages/port";
import { consumeNudges, recordDeadLetters } from "../../workers/settlement/consume-nudges";
import type { OutboxDeps } from "../../workers/settlement/outbox";
import { ContactBook } from "./contact-book";
import { SimProvider } from "./sim-provider";
import { createD1, D1_ERRORS, type SqliteStore } from "./sqlite-d1";
import { Watch } from "./watch-commits";
import type { Invocation, World } from "./world";

/**
 * All facts of a certificate, as bytes that are never the same twice. Rendering the real document takes a hundred times
 * as long.
 */
function fakeRenderer(world: World): (facts: CertificateFacts) => Promise<Uint8Array> {
  return (facts) =>
    Promise.resolve(new TextEncoder().encode(JSON.stringify({ ...facts, rendering: world.newId("r") })));
}

/** Seals nothing, at once: real encryption ends in its own time, and no run would be like another. */
const fakeSealer: Sealer = {
  seal: (text) => Promise.resolve({ sealed: `sealed:${text}`, keyId: "k1" }),
  open: ({ sealed }) => Promise.resolve(sealed.slice("sealed:".length)),
  marks: (text) => Promise.resolve([`mark:${text}`]),
};

// A bucket in memory with R2's create-only put. It records how often each key was written.

type Seen = Pick<R2Bucket, "put" | "get" | "list" | "delete">;

class SimBucket {
  readonly objects = new Map<string, Uint8Array>();
  readonly writes = new Map<string, number>();

  constructor(readonly world: World) {}

  seenBy(invocation: Invocation): Seen {
    return this.#reachedBy((name, effect) =>
      this.world.step(invocation, {
        kind: "r2",
        name,
        effect,
        error: () => new Error("put: We encountered an internal error. Please try again. (10001)"),
      }),
    );
  }

  /** Answers at once, whatever else goes on. */
  calm(): Seen {
    return this.#reachedBy((_name, effect) => Promise.resolve().then(effect));
  }

  #reachedBy(call: <T>(name: string, effect: () => T) => Promise<T>): Seen {
    const bucket = {
      put: (key: string, content: Uint8Array | string, options?: { onlyIf?: { etagDoesNotMatch?: string } }) =>
        call(`put ${key}`, () => {
          if (options?.onlyIf?.etagDoesNotMatch === "*" && this.objects.has(key)) return null;
          this.objects.set(key, typeof content === "string" ? new TextEncoder().encode(content) : content.slice());
          this.writes.set(key, (this.writes.get(key) ?? 0) + 1);
          return { key };
        }),
      get: (key: string) =>
        call(`get ${key}`, () => {
          const bytes = this.objects.get(key);
          return bytes ? { arrayBuffer: () => Promise.resolve(bytes.slice().buffer) } : null;
        }),
      list: ({ prefix }: { prefix: string }) =>
        call(`list ${prefix}`, () => {
          const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
          return { objects: keys.map((key) => ({ key })), truncated: false };
        }),
      delete: (keys: string | string[]) =>
        call(`delete ${[keys].flat().join()}`, () => {
          for (const key of [keys].flat()) this.objects.delete(key);
        }),
    };
    return bucket as unknown as Seen;
  }
}

// The queue that carries nudges: loses some, doubles some, delivers in any order, and passes what its consumer did not
// accept to the dead-letter queue.

const MOST_TRIES = 6;

class SimQueue {
  constructor(readonly shop: Shop) {}

  seenBy(invocation: Invocation): (outboxIds: string[]) => Promise<void> {
    const { world } = this.shop;
    return (outboxIds) =>
      world.step(invocation, {
        kind: "queue",
        name: `send ${outboxIds.join()}`,
        effect: () => outboxIds.forEach((outboxId) => this.#send(outboxId)),
        error: () => new Error("Queue send failed"),
      });
  }

  #send(outboxId: string): void {
    const { world } = this.shop;
    const copies = world.rough ? world.random.weighted({ "0": 30, "1": 60, "2": 10 }) : "1";
    if (copies === "0") world.count("queue message lost");
    for (let copy = 0; copy < Number(copies); copy++) void this.#deliver(outboxId);
  }

  async #deliver(outboxId: string): Promise<void> {
    const { world } = this.shop;
    const id = world.newId("msg");
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await world.sleep(world.rough ? world.random.between(0, world.random.chance(0.1) ? 600_000 : 3_000) : 0);
      let acknowledged = false;
      const message = { id, body: { outboxId }, ack: () => void (acknowledged = true), retry: () => undefined };
      await world.invoke("consumer", (invocation) => consumeNudges(this.shop.deps(invocation), [message]));
      if (acknowledged) return;
    }
    world.count("queue message dead");
    for (let acknowledged = false; !acknowledged;) {
      await world.sleep(60_000);
      const message = { id, body: { outboxId }, ack: () => void (acknowledged = true) };
      await world.invoke("dead-letters", (invocation) => recordDeadLetters(this.shop.deps(invocation), [message]));
    }
  }
}

type Voted = { bidId: string; userId: string; choice: "accept" | "decline"; fromMs: number; untilMs: number };

type ShopDeps = OutboxDeps & ReconcileDeps & { sealer: Sealer; proof: AuditDeps["proof"] };

/** The product's use cases in the simulated world: what `server/deps` joins in a deployment is joined to fakes here. */
export class Shop {
  readonly providers: Record<ProviderName, SimProvider>;
  readonly bucket: SimBucket;
  /** Where the audits are published. */
  readonly proof: SimBucket;
  readonly queue: SimQueue;
  readonly emails: Mail[] = [];
  readonly texts: TextMessage[] = [];
  /** Who can be reached where, and must have been told of what. */
  readonly book: ContactBook;
  /** Whether the timer also reconciles. Only then may an event be lost that nothing else reports. */
  reconciles = false;
  /** Whether resale and bids are played. */
  trades = false;
  /** The votes that people were told are counted. */
  readonly votes: Voted[] = [];
  /** In which session a withdrawal was asked for. */
  readonly claims = new Map<string, SessionClaim>();
  /** What operators were told that they had sent back by hand, in cents, by payment. */
  readonly sentBack = new Map<string, number>();
  /** The withdrawals that were asked to be taken back. */
  readonly takenBack = new Set<string>();
  /** What the bank has paid of payout runs, under which references. */
  readonly bankPaid = new Map<string, Set<string>>();
  readonly #watch: Watch;

  constructor(
    readonly world: World,
    readonly store: SqliteStore,
  ) {
    this.providers = eachProvider((name) => new SimProvider(name, world));
    this.bucket = new SimBucket(world);
    this.proof = new SimBucket(world);
    this.queue = new SimQueue(this);
    this.book = new ContactBook(this);
    this.#watch = new Watch(this);
  }

  deps(invocation: Invocation): ShopDeps {
    const { world, store } = this;
    const wait = (ms: number) => world.sleepIn(invocation, ms);
    const d1 = createD1(
      store,
      (name, effect) => world.step(invocation, { kind: "d1", name, effect, error: () => new Error(this.#d1Error()) }),
      (sql) => this.#watch.committed(sql),
    );
    return {
      db: createDatabase(tryAgain(d1, wait)),
      nowMs: () => world.nowMs,
      wait,
      newId: (prefix) => world.newId(prefix),
      newCode: () => world.newId("code"),
      origin: "http://localhost:8787",
      checkout: eachProvider((name) => this.providers[name].seenBy(invocation)),
      books: eachProvider((name) => this.providers[name].booksSeenBy(invocation)),
      mailer: { send: (mail) => this.#send(invocation, mail) },
      texter: { send: (text) => Promise.resolve(void this.texts.push(text)) },
      signLink: (text) => Promise.resolve(sha256(text)),
      nudge: this.queue.seenBy(invocation),
      sealer: fakeSealer,
      log: () => undefined,
      certificates: this.bucket.seenBy(invocation),
      renderCertificate: fakeRenderer(world),
      proof: this.proof.seenBy(invocation),
    };
  }

  #d1Error(): string {
    const kind = this.world.random.weighted({ passing: 50, slow: 30, overloaded: 20 });
    this.world.count(`d1 ${kind}`);
    return D1_ERRORS[kind];
  }

  #send(invocation: Invocation, mail: Mail): Promise<void> {
    return this.world.step(invocation, {
      kind: "mail",
      // Ids that the database makes are others in each run.
      name: mail.key.replace(/:cch_[0-9a-f]+/, ":cch"),
      // The email vendor delivers one email per key.
      effect: () => void (this.emails.some(({ key }) => key === mail.key) || this.emails.push(mail)),
      error: () => new MailError("unavailable", "no answer"),
    });
  }
}
