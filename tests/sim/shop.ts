import { hashBytes } from "~/server/sha256";
import { createDatabase } from "~/db/client";
import { tryAgain } from "~/db/try-again";
import type { Sealer } from "~/core/sealer";
import type { ReconcileDeps } from "~/areas/buying/reconciliation/record-difference";
import type { SessionClaim } from "~/core/session/access";
import type { OutboxDeps } from "../../workers/settlement/outbox";
import { type Mail, MailError } from "~/integrations/mail/port";
import type { TextMessage } from "~/integrations/text-messages/port";
import { eachProvider, type ProviderName } from "~/integrations/payments/providers";
import { ContactBook } from "./contact-book";
import { fakeRenderer } from "./fake-certificate";
import { SimQueue } from "./fake-queue";
import { SimBucket } from "./fake-r2";
import { fakeSealer } from "./fake-sealer";
import { SimProvider } from "./sim-provider";
import { createD1, D1_ERRORS, type SqliteStore } from "./sqlite-d1";
import type { Sha256 } from "~/domain/audit/audit-files";
import { sha256 } from "./sync-digest";
import { Watch } from "./watch-commits";
import type { Invocation, World } from "./world";

export type Voted = { bidId: string; userId: string; choice: "accept" | "decline"; fromMs: number; untilMs: number };

const noIdentity = () => Promise.reject(new Error("the simulation checks no documents"));

export type ShopDeps = OutboxDeps & ReconcileDeps & { sealer: Sealer; sha256: Sha256 };

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
  /** The payments of which an operator means to send back the part that arrived. */
  readonly toSendBack = new Set<string>();
  /** What operators were told that they had sent back by hand, in cents, by payment. */
  readonly sentBack = new Map<string, number>();
  /** The withdrawals that were asked to be taken back. */
  readonly takenBack = new Set<string>();
  /** What the bank has paid of payout runs, under which references. */
  readonly bankPaid = new Map<string, Set<string>>();
  /** The closings that a user was told are stopped. */
  readonly stoppedClosings = new Set<string>();
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
      identity: { start: noIdentity, read: noIdentity },
      mailer: { send: (mail) => this.#send(invocation, mail) },
      texter: { send: (text) => Promise.resolve(void this.texts.push(text)) },
      signLink: (text) => Promise.resolve(sha256(text)),
      nudge: this.queue.seenBy(invocation),
      sealer: fakeSealer,
      sha256,
      log: () => undefined,
      certificates: this.bucket.seenBy(invocation),
      renderCertificate: fakeRenderer(world),
      ...{ proof: this.proof.seenBy(invocation), hashBytes },
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
