import { Desk } from "~/areas/buying/desk/desk";
import { AroundDesk } from "~/areas/buying/desk/around-desk";
import type { CaskDeskStub, DeskDoor } from "~/areas/buying/desk/desk-door";
import { deskPorts } from "~/areas/buying/desk/desk-ports";
import { LOOK_MS, type PlaceNow } from "~/areas/buying/desk/desk-terms";
import { KeepTogether } from "~/areas/buying/desk/keep-together";
import { keepSessions } from "~/areas/buying/keep-session";
import { runWork } from "~/db/work";
import { Line } from "~/areas/buying/desk/line";
import { openDeskDoor, PATIENCE_MS } from "~/server/desk-door";
import { keptPlaces } from "../support/kept-places";
import type { Shop } from "./shop";
import { WatchDesk } from "./watch-desk";
import { Invocation } from "./world";

// The desks of casks as objects that can die at any step: their places outlive them, their memory does not.

type Kept = ReturnType<typeof keptPlaces>;
type Awake = { desk: Desk; keeper: KeepTogether; died: Promise<never> };

/** Alarms ring late. */
const LATE_MS = 90_000;
/** Holds last an hour at most, offers three minutes, and few stand in line. */
const LONGEST_MS = 24 * 3_600_000;
const UNREACHABLE = 0.02;
/** What the desk waits for takes longer than anybody waits for the desk. */
const LATE = 0.02;
/** Few buyers rush here. */
const AROUND_AT_MOST = 1;

export class SimDesks {
  readonly watch: WatchDesk;
  readonly #kept = new Map<string, Kept>();
  readonly #awake = new Map<string, Awake>();
  readonly #alarms = new Set<string>();
  readonly #sinceMs: number;

  constructor(readonly shop: Shop) {
    this.watch = new WatchDesk(shop);
    this.#sinceMs = shop.world.nowMs;
  }

  /** Those who find a desk away. */
  readonly around = new AroundDesk(AROUND_AT_MOST);

  /** The app's own, to objects that may die, not be reached, or answer late. */
  get door(): DeskDoor {
    const { world } = this.shop;
    const real = openDeskDoor(this.#namespace, { log: () => undefined, wait: (ms) => world.sleep(ms) }) as DeskDoor;
    return {
      ...real,
      ask: async (claim) => {
        const seen = this.watch.beforeAnswer(claim);
        const answer = await real.ask(claim);
        seen(answer, this.#keptOf(claim.caskId).rows.get(claim.session.userId));
        return answer;
      },
      place: (caskId, { userId }) => Promise.resolve(this.place(caskId, userId)),
    };
  }

  readonly #namespace = { idFromName: (caskId: string) => caskId, get: (caskId: string) => this.#stubOf(caskId) };

  async goAround<T>(caskId: string, start: () => Promise<T>): Promise<T> {
    const arrived = this.watch.goesAround(caskId, AROUND_AT_MOST);
    return start().finally(arrived);
  }

  #stubOf(caskId: string): CaskDeskStub {
    const { world } = this.shop;
    return {
      ask: async (claim) => {
        if (world.rough && world.random.chance(UNREACHABLE)) throw new Error("not reached");
        if (world.rough && world.random.chance(LATE)) {
          this.watch.isLate(claim);
          await world.sleep(PATIENCE_MS + world.random.between(1, 30_000));
        }
        const { desk, died } = this.#wake(caskId);
        const answer = await Promise.race([desk.ask(claim), died]);
        this.#arm(caskId);
        return answer;
      },
      keep: async (_, opened) => {
        const { keeper, died } = this.#wake(caskId);
        return Promise.race([keeper.keep(opened), died]);
      },
      place: async (_, session) => this.#wake(caskId).desk.look(session),
      leave: async (_, userId) => this.#wake(caskId).desk.leave(userId),
      tally: async () => this.#wake(caskId).desk.tally,
    };
  }

  place(caskId: string, userId: string): PlaceNow {
    const now = this.#wake(caskId).desk.place(userId);
    if (now.is === "in-line") this.watch.placeShown(this.#keptOf(caskId).rows.get(userId), now.place);
    return now;
  }

  /** Once all is calm. */
  check(): void {
    for (const [caskId, { rows }] of this.#kept) this.watch.atRest(caskId, rows);
  }

  #keptOf(caskId: string): Kept {
    const known = this.#kept.get(caskId) ?? keptPlaces();
    this.#kept.set(caskId, known);
    return known;
  }

  #wake(caskId: string): Awake {
    const known = this.#awake.get(caskId);
    if (known) return known;
    const { world } = this.shop;
    const invocation = new Invocation("desk");
    const died = new Promise<never>((_, reject) => {
      invocation.onDeath = () => {
        world.count("desk died");
        this.#awake.delete(caskId);
        reject(new Error("the object died"));
      };
    });
    // Nobody may be waiting for it.
    died.catch(() => undefined);
    const kept = this.#keptOf(caskId);
    const deps = this.shop.deps(invocation);
    const ports = deskPorts(deps, caskId, () => world.nowMs);
    const keeper = new KeepTogether((opened) => runWork(deps.db, keepSessions(deps.db, opened, world.nowMs)));
    const line = new Line(this.watch.places(kept, caskId));
    const awake = { desk: new Desk(this.watch.ports(ports, kept.rows), line), keeper, died };
    this.#awake.set(caskId, awake);
    return awake;
  }

  /** An alarm that is set rings, whatever becomes of the object. */
  #arm(caskId: string): void {
    if (this.#alarms.has(caskId) || !this.#wake(caskId).desk.isWatching) return;
    this.#alarms.add(caskId);
    void this.#ring(caskId);
  }

  async #ring(caskId: string): Promise<void> {
    const { world } = this.shop;
    await world.sleep(LOOK_MS + 100 + (world.rough ? world.random.between(0, LATE_MS) : LATE_MS));
    this.#alarms.delete(caskId);
    if (world.nowMs - this.#sinceMs > LONGEST_MS) return;
    const { desk, died } = this.#wake(caskId);
    await Promise.race([desk.tick(), died]).catch(() => undefined);
    this.#arm(caskId);
  }
}
