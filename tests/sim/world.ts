import { type Fault, type FaultPlan, noFaults, type StepKind } from "./faults";
import type { Random } from "./random";

// Time, chance and order. Every call out of the code under test is a step, and the world decides which waiting step
// runs next, whether it fails or its whole invocation crashes there, and how far the clock has moved meanwhile.

/**
 * One run of a Worker: a request, a queue batch, a timer. It can crash at any of its steps, and then never continues.
 */
export class Invocation {
  dead = false;
  /** Called once when it crashes. */
  onDeath: () => void = () => undefined;
  constructor(readonly name: string) {}
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; why: "crashed" | "error"; error?: unknown };

type Waiting = { invocation: Invocation | null; readyAtMs: number; goOn: () => void };

type Step<T> = { kind: StepKind; name: string; effect: () => T; error: () => Error; latencyMs?: number };

export class World {
  faults: FaultPlan = noFaults;
  /** True while steps may be slow and out of order; otherwise every step takes a millisecond. */
  rough = false;
  readonly happened = new Map<string, number>();
  readonly violations: string[] = [];
  /** Why audits said FAIL. */
  readonly failedAudits: string[] = [];
  /** Kept only when a single seed is replayed. */
  trace: string[] | null = null;
  #waiting: Waiting[] = [];
  #serial: number;

  /** @param firstSerial above every id that the past has used */
  constructor(
    readonly random: Random,
    public nowMs: number,
    firstSerial = 1_000,
  ) {
    this.#serial = firstSerial;
  }

  count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  /** Records that something happened which must never happen. */
  violate(rule: string, detail: unknown): void {
    this.violations.push(`${rule}: ${typeof detail === "string" ? detail : JSON.stringify(detail)}`);
  }

  note(text: string): void {
    this.trace?.push(`${new Date(this.nowMs).toISOString()} ${text}`);
  }

  newId(prefix: string): string {
    return `${prefix}_${String((this.#serial += 1)).padStart(4, "0")}`;
  }

  /** A call out of the code under test. */
  step<T>(invocation: Invocation, { kind, name, effect, error, latencyMs = 0 }: Step<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (invocation.dead) return;
      const goOn = () => {
        const fault = this.faults({ kind, invocation: invocation.name, nowMs: this.nowMs });
        if (this.trace)
          this.note(`${invocation.name} ${kind} ${oneLine(name)}${fault === "none" ? "" : ` -- ${fault}`}`);
        if (fault !== "none") this.#countFault(kind, fault);
        if (fault === "crash-before") return this.kill(invocation);
        if (fault === "error-before") return reject(error());
        let value: T;
        try {
          value = effect();
        } catch (thrown) {
          return reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
        if (fault === "crash-after") return this.kill(invocation);
        if (fault === "error-after") return reject(error());
        resolve(value);
      };
      this.#waiting.push({ invocation, readyAtMs: this.nowMs + latencyMs, goOn });
    });
  }

  /** People, providers and timers wait; they do not crash. */
  sleep(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ invocation: null, readyAtMs: this.nowMs + forMs, goOn: resolve });
    });
  }

  /** The code under test waits: like a step, except that nothing can go wrong, so it never ends once its invocation is dead. */
  sleepIn(invocation: Invocation, forMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (invocation.dead) return;
      this.#waiting.push({ invocation, readyAtMs: this.nowMs + forMs, goOn: resolve });
    });
  }

  async invoke<T>(name: string, work: (invocation: Invocation) => Promise<T>): Promise<Outcome<T>> {
    const invocation = new Invocation(name);
    const died = new Promise<Outcome<T>>((resolve) => {
      invocation.onDeath = () => resolve({ ok: false, why: "crashed" });
    });
    const lived = work(invocation).then(
      (value): Outcome<T> => ({ ok: true, value }),
      (error: unknown): Outcome<T> => ({ ok: false, why: "error", error }),
    );
    return Promise.race([died, lived]);
  }

  kill(invocation: Invocation): void {
    invocation.dead = true;
    this.#waiting = this.#waiting.filter((one) => one.invocation !== invocation);
    invocation.onDeath();
  }

  /** Continues until nothing waits any more. @param between called between two steps, when nothing is half done */
  async run(between: () => void | Promise<void> = () => undefined): Promise<void> {
    for (;;) {
      await everyoneWaits();
      if (this.#waiting.length === 0) return;
      const paused = between();
      if (paused) await paused;
      this.#next().goOn();
    }
  }

  #next(): Waiting {
    const soonestMs = Math.min(...this.#waiting.map((one) => one.readyAtMs));
    this.nowMs = Math.max(this.nowMs + (this.rough ? this.random.between(0, 300) : 1), soonestMs);
    const ready = this.#waiting.filter((one) => one.readyAtMs <= this.nowMs);
    const next = this.rough ? this.random.pick(ready) : ready[0];
    if (!next) throw new Error("nothing is ready");
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #countFault(kind: StepKind, fault: Fault): void {
    this.count(fault.startsWith("crash") ? "crash" : `${kind} ${fault}`);
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 90);

/** Resolves when all promises that can continue have done so: the rest wait for the world. */
function everyoneWaits(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
