// A D1 with a copy that lags: the copy is a database of its own, which is given the primary's writes only when it is told to catch up,
// or when it is asked with a bookmark.

class Statement {
  constructor(
    readonly d1: LaggingD1,
    readonly query: string,
    readonly params: unknown[] = [],
  ) {}
  bind = (...params: unknown[]) => new Statement(this.d1, this.query, params);
  on = (database: D1Database) =>
    this.params.length > 0 ? database.prepare(this.query).bind(...this.params) : database.prepare(this.query);
  all = async () => (await this.d1.onPrimary([this]))[0];
  run = this.all;
  raw = async (options?: { columnNames?: false }) => {
    this.d1.write([this]);
    return this.on(this.d1.primary).raw(options);
  };
}

const WRITES = /^\s*(INSERT|UPDATE|DELETE)/i;

export class LaggingD1 {
  readonly #writes: Statement[][] = [];
  #caughtUp = 0;
  /** Batches that the copy answered, and of them those for which it had to catch up first. */
  copyAnswered = 0;
  copyWaited = 0;

  constructor(
    readonly primary: D1Database,
    readonly copy: D1Database,
  ) {}

  prepare = (query: string) => new Statement(this, query);
  batch = (statements: Statement[]) => this.onPrimary(statements);

  write(statements: Statement[]) {
    if (statements.some(({ query }) => WRITES.test(query))) this.#writes.push(statements);
  }

  async onPrimary(statements: Statement[]) {
    const answers = await this.primary.batch(statements.map((one) => one.on(this.primary)));
    this.write(statements);
    return answers;
  }

  async catchUp(to = this.#writes.length) {
    for (; this.#caughtUp < to; this.#caughtUp++)
      await this.copy.batch((this.#writes[this.#caughtUp] ?? []).map((one) => one.on(this.copy)));
  }

  withSession(constraint: string) {
    const asksCopy = constraint !== "first-primary";
    const batch = async (statements: Statement[]) => {
      if (!asksCopy) return this.onPrimary(statements);
      if (statements.some(({ query }) => WRITES.test(query))) throw new Error("a copy was asked to write");
      if (constraint !== "first-unconstrained") await this.#reach(positionOf(constraint));
      this.copyAnswered += 1;
      return this.copy.batch(statements.map((one) => one.on(this.copy)));
    };
    return { prepare: this.prepare, batch, getBookmark: () => bookmarkAt(this.#writes.length) };
  }

  async #reach(position: number) {
    if (position > this.#writes.length) throw new Error("D1_ERROR: no such bookmark");
    if (position > this.#caughtUp) this.copyWaited += 1;
    await this.catchUp(Math.max(position, this.#caughtUp));
  }
}

/** In the form that D1 gives them. */
export const bookmarkAt = (position: number) =>
  `${position.toString(16).padStart(8, "0")}-00000000-00004c6d-${"8e61117bf38d7adb".repeat(2)}`;

const positionOf = (bookmark: string) => Number.parseInt(bookmark.slice(0, 8), 16);
