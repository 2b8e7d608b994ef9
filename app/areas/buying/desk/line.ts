import { OFFER_MS, type Over, type Place, type PlaceNow, type PlaceState, type PlaceStore } from "./desk-terms";

/** In the order of their numbers. */
const isInLine = ({ state }: Place) => state === "waiting" || state === "called";

/** Those who wait for a stake of one cask, in the order in which they came. One place a person. */
export class Line {
  #inLine: Place[];
  /** Whose places are to be drawn. */
  #gathered: Place[];
  readonly #ofUser: Map<string, Place>;

  constructor(private readonly store: PlaceStore) {
    const all = store.all().sort((one, other) => one.number - other.number);
    this.#inLine = all.filter(isInLine);
    this.#gathered = all.filter(({ state }) => state === "gathered");
    this.#ofUser = new Map(all.map((place) => [place.userId, place]));
  }

  get length(): number {
    return this.#inLine.length;
  }

  get called(): number {
    return this.#inLine.filter(({ state }) => state === "called").length;
  }

  get gathered(): readonly Place[] {
    return this.#gathered;
  }

  /** A place, or one that is to be drawn. */
  has(userId: string): boolean {
    const place = this.#ofUser.get(userId);
    return place !== undefined && (isInLine(place) || place.state === "gathered");
  }

  isCalled(userId: string, nowMs: number): boolean {
    const place = this.#ofUser.get(userId);
    return place?.state === "called" && nowMs < (place.untilMs ?? 0);
  }

  /** Their place, the one they have unless an offer to it has ended. @returns how many stand before them, and one */
  join(userId: string, nowMs: number): number {
    const before = this.#ofUser.get(userId);
    if (before?.state === "called" && !this.isCalled(userId, nowMs)) this.leave(userId);
    if (!this.has(userId)) this.#inLine.push(this.#make(userId, "waiting", nowMs));
    return this.#rankOf(userId);
  }

  /** Theirs is drawn among all that are gathered. */
  gather(userId: string, nowMs: number): void {
    if (!this.has(userId)) this.#gathered.push(this.#make(userId, "gathered", nowMs));
  }

  /** Those that were gathered stand in this order, before everybody else; whoever is not in it, behind the others of them. */
  drawn(userIds: readonly string[]): void {
    const at = new Map(userIds.map((userId, index) => [userId, index]));
    const rankOf = ({ userId }: Place) => at.get(userId) ?? Infinity;
    const drawn = this.#gathered.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
    const numbers = drawn.map(({ number }) => number).sort((one, other) => one - other);
    // No two have one number at any moment.
    for (const place of drawn) this.store.drop(place.userId);
    for (const [index, place] of drawn.entries())
      this.#change(place, { number: numbers[index] ?? place.number, state: "waiting" });
    this.#inLine = [...drawn, ...this.#inLine];
    this.#gathered = [];
  }

  #make(userId: string, state: PlaceState, nowMs: number): Place {
    const number = this.store.nextNumber();
    const place: Place = { number, userId, joinedAtMs: nowMs, state, untilMs: null, why: null, isTold: false };
    this.store.put(place);
    this.#ofUser.set(userId, place);
    return place;
  }

  /** They have what they waited for, or want it no more. */
  leave(userId: string): void {
    this.store.drop(userId);
    this.#ofUser.delete(userId);
    this.#inLine = this.#inLine.filter((place) => place.userId !== userId);
    this.#gathered = this.#gathered.filter((place) => place.userId !== userId);
  }

  /** What was offered is gone after all: they wait again, where they stood. */
  callBack(userId: string): void {
    const place = this.#ofUser.get(userId);
    if (place?.state === "called") this.#change(place, { state: "waiting", untilMs: null, isTold: false });
  }

  callAllBack(): void {
    for (const { userId } of this.#inLine) this.callBack(userId);
  }

  /** Offers that were not taken end; then the first who wait are called. @param free stakes that nobody has or holds */
  offer(free: number, nowMs: number): void {
    for (const place of this.#inLine)
      if (place.state === "called" && nowMs >= (place.untilMs ?? 0)) this.#change(place, { state: "passed" });
    this.#inLine = this.#inLine.filter(isInLine);
    const waiting = this.#inLine.filter(({ state }) => state === "waiting");
    for (const place of waiting.slice(0, Math.max(0, free - this.called)))
      this.#change(place, { state: "called", untilMs: nowMs + OFFER_MS, isTold: false });
  }

  /** For everybody in it. */
  end(why: Over): void {
    for (const place of [...this.#gathered, ...this.#inLine])
      this.#change(place, { state: "over", why, untilMs: null, isTold: false });
    [this.#inLine, this.#gathered] = [[], []];
  }

  now(userId: string, nowMs: number): Exclude<PlaceNow, { is: "gathered" }> | { is: "gathered" } {
    const place = this.#ofUser.get(userId);
    if (!place) return { is: "none" };
    if (place.state === "over") return { is: "over", why: place.why ?? "withdrawn" };
    if (place.state === "gathered") return { is: "gathered" };
    if (place.state === "waiting") return { is: "in-line", place: this.#rankOf(userId) };
    const untilMs = place.untilMs ?? 0;
    return place.state === "called" && nowMs < untilMs ? { is: "called", untilMs } : { is: "passed" };
  }

  untold(atMost: number): Place[] {
    const due: PlaceState[] = ["called", "over"];
    return [...this.#ofUser.values()].filter(({ state, isTold }) => due.includes(state) && !isTold).slice(0, atMost);
  }

  told(places: readonly Place[]): void {
    for (const { userId, number } of places) {
      const place = this.#ofUser.get(userId);
      if (place?.number === number) this.#change(place, { isTold: true });
    }
  }

  /** What ended before that time is of no interest to anybody. */
  forget(beforeMs: number): void {
    for (const place of [...this.#ofUser.values()])
      if (!this.has(place.userId) && place.joinedAtMs < beforeMs) this.leave(place.userId);
  }

  #change(place: Place, change: Partial<Place>): void {
    Object.assign(place, change);
    this.store.put(place);
  }

  #rankOf(userId: string): number {
    const own = this.#ofUser.get(userId)?.number ?? Infinity;
    let [low, high] = [0, this.#inLine.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#inLine[middle]?.number ?? Infinity) < own) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}
