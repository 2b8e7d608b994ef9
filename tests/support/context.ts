import { env } from "cloudflare:test";
import { createDatabase } from "~/db/client";
import { countRoundTrips } from "~/db/wrap-d1";
import { type Mail, MailError, type Mailer } from "~/integrations/mail/port";
import type { CheckoutProvider, ProviderName } from "~/integrations/payments/port";
import { eachProvider } from "~/integrations/payments/providers";
import { noGate } from "~/integrations/staff-gate/port";
import { PhoneCodeError, type PhoneCodes } from "~/integrations/phone-codes/port";
import { TextError, type Texter, type TextMessage } from "~/integrations/text-messages/port";
import type { RequestContext } from "~/server/context";
import { newCertificateCode, newId, randomText } from "~/server/ids";
import { keyedHash } from "~/server/keyed-hash";
import { createSealer } from "~/server/seal";
import { testConfig } from "./test-config";
import { testPapers } from "./test-papers";

export { testConfig };
export { settlementTestConfig } from "./test-config";

/** Starts at the real time, so that vendors' code that reads the real clock stays within its own limits. */
export class TestClock {
  constructor(public nowMs = Date.now()) {}
  advance(byMs: number) {
    this.nowMs += byMs;
  }
}

/** Keeps every email instead of sending it; `fail` makes the next ones fail. */
class RecordingMailer implements Mailer {
  readonly sent: Mail[] = [];
  fail: MailError["code"] | null = null;
  async send(mail: Mail): Promise<void> {
    if (this.fail) throw new MailError(this.fail, "the mailer of this test fails");
    this.sent.push(mail);
  }
  to(address: string): Mail[] {
    return this.sent.filter((mail) => mail.to === address);
  }
  /** The latest code sent to this address. */
  codeFor(address: string): string {
    const code = /\b\d{6}\b/.exec(this.to(address).at(-1)?.text ?? "")?.[0];
    if (!code) throw new Error(`no code was sent to ${address}`);
    return code;
  }
}

/** The SMS vendor in memory: every send has its own request id and code, valid for one right answer. */
class RecordingPhoneCodes implements PhoneCodes {
  readonly sent: { phone: string; requestId: string; code: string }[] = [];
  readonly asked: { requestId: string; code: string }[] = [];
  fail: PhoneCodeError["code"] | null = null;
  #used = new Set<string>();

  async send(phone: string): Promise<{ requestId: string }> {
    this.#failIfTold();
    const requestId = `request-${this.sent.length + 1}-${randomText(8)}`;
    const code = String(100_000 + ((this.sent.length * 7919 + 4242) % 900_000));
    this.sent.push({ phone, requestId, code });
    return { requestId };
  }

  async resend(requestId: string): Promise<{ requestId: string }> {
    const before = this.sent.find((one) => one.requestId === requestId);
    if (!before) throw new PhoneCodeError("rejected", "unknown request");
    this.#used.add(requestId);
    return this.send(before.phone);
  }

  async verify(requestId: string, code: string): Promise<boolean> {
    this.#failIfTold();
    this.asked.push({ requestId, code });
    const right =
      this.sent.some((one) => one.requestId === requestId && one.code === code) && !this.#used.has(requestId);
    if (right) this.#used.add(requestId);
    return right;
  }

  codeFor(phone: string): string {
    const code = this.sent.findLast((one) => one.phone === phone)?.code;
    if (!code) throw new Error(`no code was sent to ${phone}`);
    return code;
  }

  #failIfTold() {
    if (this.fail) throw new PhoneCodeError(this.fail, "the SMS vendor of this test fails");
  }
}

/** Keeps every text message instead of sending it; `fail` makes the next ones fail. */
class RecordingTexter implements Texter {
  readonly sent: TextMessage[] = [];
  fail: TextError["code"] | null = null;
  async send(message: TextMessage): Promise<void> {
    if (this.fail) throw new TextError(this.fail, "the texter of this test fails");
    this.sent.push(message);
  }
}

function refuseCheckout(provider: ProviderName): CheckoutProvider {
  return new Proxy({} as CheckoutProvider, {
    get: (_target, call) => () => {
      throw new Error(`${provider}.${String(call)} is not part of this test`);
    },
  });
}

type LogLine = { event: string; fields: Record<string, unknown> };

export type TestContext = RequestContext & {
  clock: TestClock;
  mailer: RecordingMailer;
  phoneCodes: RecordingPhoneCodes;
  texter: RecordingTexter;
  logged: LogLine[];
  nudged: string[];
  /** The next request: has its own round-trip count and request id, and shares clock, mailer and the rest. */
  next: (overrides?: Partial<RequestContext>) => TestContext;
  /** Waits for what was passed to `waitUntil`. */
  settled: () => Promise<void>;
};

/** What a loader or action is given, on the test's real bindings, with recorders for outgoing emails and SMS. */
export function createTestContext(overrides: Partial<TestContext> = {}): TestContext {
  const waiting: Promise<unknown>[] = [];
  const logged: LogLine[] = [];
  const nudged: string[] = [];
  const clock = overrides.clock ?? new TestClock();
  const nowMs = () => clock.nowMs;
  const shared = {
    clock,
    nowMs,
    wait: (ms: number) => scheduler.wait(ms),
    newId: (prefix: string) => newId(prefix, nowMs()),
    newCode: newCertificateCode,
    origin: testConfig.APP_ORIGIN,
    checkout: eachProvider(refuseCheckout),
    mailer: new RecordingMailer(),
    phoneCodes: new RecordingPhoneCodes(),
    texter: new RecordingTexter(),
    signLink: (text: string) => keyedHash(testConfig.CODE_SECRET, `link:${text}`),
    nudge: async (ids: string[]) => void nudged.push(...ids),
    nudged,
    log: (event: string, fields: Record<string, unknown> = {}) => void logged.push({ event, fields }),
    logged,
    config: testConfig,
    kv: env.SESSIONS,
    certificates: env.CERTIFICATES,
    proof: env.PROOF,
    papers: testPapers,
    takeStart: () => Promise.resolve(true),
    staffGate: noGate,
    // A network of its own, so that what one test counts does not stop another.
    ip: `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.1`,
    country: null,
    sealer: createSealer(testConfig),
    waitUntil: (promise: Promise<unknown>) => void waiting.push(promise),
    settled: async () => void (await Promise.all(waiting.splice(0))),
  };
  const make = (more: Partial<TestContext>): TestContext => {
    const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
    const context: TestContext = {
      ...shared,
      db: createDatabase(countRoundTrips(env.DB, trips)),
      trips,
      requestId: newId("req"),
      next: (again = {}) => make({ ...more, ...again } as Partial<TestContext>),
    };
    return Object.assign(context, more);
  };
  return make(overrides);
}
