import { DurableObject } from "cloudflare:workers";
import { Desk } from "~/areas/buying/desk/desk";
import { type Claim, type DeskAnswer, type DeskTally, type Looked, LOOK_MS } from "~/areas/buying/desk/desk-terms";
import { deskPorts } from "~/areas/buying/desk/desk-ports";
import type { SessionClaim } from "~/core/session/access";
import type { CaskDeskStub } from "~/areas/buying/desk/desk-door";
import { KeepTogether } from "~/areas/buying/desk/keep-together";
import { keepSessions, type OpenedSession, type PaymentOutcome } from "~/areas/buying/keep-session";
import { runWork } from "~/db/work";
import { Line } from "~/areas/buying/desk/line";
import { type Clock, type ReadClock, readSystemTime, systemTime } from "~/server/clock";
import { log } from "~/server/log";
import type { SharedBindings } from "~/server/env";
import { settlementDeps } from "./deps";
import { placeTable } from "./place-table";

// The desk of one cask, named by its id. Kept here are the line and the id alone: who holds a stake, and what is free, is the database's to say.

/** A little more than the desk's own pause, so that a look is due when it rings. */
const ALARM_MS = LOOK_MS + 100;
/** A clock that can be moved is read again this often. */
const CLOCK_MS = 1_000;

export class CaskDesk extends DurableObject<SharedBindings> implements CaskDeskStub {
  #open: Promise<Desk> | null = null;
  #keeper: KeepTogether | null = null;
  #nowMs: Clock = systemTime;
  #clockReadAtMs = -Infinity;
  #clockRead: Promise<void> = Promise.resolve();

  /** A local run tells the time otherwise. */
  protected readonly readClock: ReadClock = readSystemTime;

  async ask(claim: Claim): Promise<DeskAnswer> {
    const desk = await this.#desk(claim.caskId);
    try {
      return await desk.ask(claim);
    } finally {
      await this.#arm(desk, claim.caskId);
    }
  }

  /** Together with those of others. */
  async keep(caskId: string, opened: OpenedSession): Promise<PaymentOutcome | null> {
    await this.#desk(caskId);
    return this.#keeper?.keep(opened) ?? null;
  }

  async place(caskId: string, session: SessionClaim): Promise<Looked> {
    if (this.#isUnused()) return { is: "none" };
    const desk = await this.#desk(caskId);
    const now = desk.look(session);
    await this.#arm(desk, caskId);
    return now;
  }

  async leave(caskId: string, userId: string): Promise<void> {
    if (!this.#isUnused()) (await this.#desk(caskId)).leave(userId);
  }

  /** null: nobody came since the object woke, and nobody is in line. */
  async tally(caskId: string): Promise<DeskTally | null> {
    return this.#isUnused() ? null : (await this.#desk(caskId)).tally;
  }

  override async alarm(): Promise<void> {
    const caskId = this.ctx.storage.kv.get<string>("cask");
    if (!caskId) return;
    const desk = await this.#desk(caskId);
    try {
      await desk.tick();
    } catch (error) {
      log("desk-tick-failed", { caskId, error: String(error) });
    } finally {
      await this.#arm(desk, caskId);
    }
  }

  /** Nobody ever stood in line here: nothing is kept of it, whatever ids are asked for. */
  #isUnused(): boolean {
    return this.#open === null && this.ctx.storage.kv.get("cask") === undefined;
  }

  /** Rings while there is something to look after; set again by whoever comes, should one have been lost. */
  async #arm(desk: Desk, caskId: string): Promise<void> {
    if (!desk.isWatching) return;
    const { kv } = this.ctx.storage;
    if (kv.get("cask") !== caskId) kv.put("cask", caskId);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + ALARM_MS);
  }

  /** One after each start of the object, whoever comes first. */
  async #desk(caskId: string): Promise<Desk> {
    if (Date.now() - this.#clockReadAtMs >= CLOCK_MS) {
      this.#clockReadAtMs = Date.now();
      this.#clockRead = this.readClock(this.env).then((clock) => void (this.#nowMs = clock));
    }
    // Also for those who come meanwhile: nobody gets ahead of who came first.
    await this.#clockRead;
    this.#open ??= this.#openDesk(caskId).catch((error: unknown) => {
      this.#open = null;
      throw error;
    });
    return this.#open;
  }

  async #openDesk(caskId: string): Promise<Desk> {
    const nowMs = () => this.#nowMs();
    const deps = await settlementDeps(this.env, async () => nowMs);
    this.#keeper = new KeepTogether((opened) => runWork(deps.db, keepSessions(deps.db, opened, nowMs())));
    return new Desk(deskPorts(deps, caskId, nowMs), new Line(placeTable(this.ctx.storage.sql)));
  }
}
