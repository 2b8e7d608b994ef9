import initSqlJs, { type Database as Sqlite, type SqlValue, type Statement } from "sql.js";
import { ChangedStatements } from "./mutants/change-statements";

const BREAK = "--> statement-breakpoint";

/** An empty database with the product's tables and rules. @param migrations the files' texts, in their order */
export async function applyRules(migrations: readonly string[], changes: ChangedStatements): Promise<Sqlite> {
  const { Database } = await initSqlJs();
  const sqlite = new Database();
  // As on D1.
  sqlite.run("PRAGMA foreign_keys = ON");
  for (const fast of ["journal_mode = MEMORY", "temp_store = MEMORY", "locking_mode = EXCLUSIVE", "synchronous = OFF"])
    sqlite.run(`PRAGMA ${fast}`);
  for (const migration of migrations)
    for (const statement of migration.split(BREAK))
      if (statement.trim() !== "") sqlite.run(changes.apply({ sql: statement, values: [] })?.sql ?? statement);
  return sqlite;
}

// D1's interface over SQLite in memory. Every call goes through `call`, which decides when it happens and whether it
// fails; a batch is all or nothing. One rollback undoes a whole run, so that prepared statements stay prepared.

type Call = <T>(name: string, effect: () => T) => Promise<T>;

type Row = Record<string, SqlValue>;
type Known = { statement: Statement; columns: string[] | null };
type Answer = { columns: string[]; values: SqlValue[][] };

/** The database itself: statements run at once, for the simulation's own checks as well. */
export class SqliteStore {
  readonly #known = new Map<string, Known>();

  /** @param changes a planted bug's changes to the product's statements; the simulation's own are not changed */
  constructor(
    readonly sqlite: Sqlite,
    readonly changes = new ChangedStatements([]),
  ) {}

  rows<T>(sql: string, values: SqlValue[] = []): T[] {
    return objects(this.execute(sql, values)) as T[];
  }

  execute(sql: string, values: SqlValue[]): Answer {
    let known = this.#known.get(sql);
    if (!known) {
      known = { statement: this.sqlite.prepare(plannedOnce(sql)), columns: null };
      this.#known.set(sql, known);
    }
    const { statement } = known;
    try {
      statement.bind(values);
      const rows: SqlValue[][] = [];
      while (statement.step()) rows.push(statement.get());
      if (rows.length > 0) known.columns ??= statement.getColumnNames();
      return { columns: known.columns ?? [], values: rows };
    } finally {
      statement.reset();
    }
  }

  /** Runs the product's statements, with the planted changes. */
  executeChanged(sql: string, values: SqlValue[]): Answer {
    const changed = this.changes.apply({ sql, values });
    if (!changed) return this.execute(sql, values);
    const answered = this.#executeOnce(changed.sql);
    if (changed.then) this.sqlite.run(changed.then);
    return answered;
  }

  #executeOnce(sql: string): Answer {
    const [answered] = this.sqlite.exec(sql);
    return answered ?? { columns: [], values: [] };
  }

  /** D1's only transaction. */
  atomically<T>(work: () => T): T {
    this.execute("SAVEPOINT batch", []);
    try {
      const result = work();
      this.execute("RELEASE batch", []);
      return result;
    } catch (error) {
      this.execute("ROLLBACK TO batch", []);
      this.execute("RELEASE batch", []);
      throw error;
    }
  }

  /** Everything from here to `forget` is undone. */
  begin(): void {
    this.execute("BEGIN", []);
  }

  forget(): void {
    this.execute("ROLLBACK", []);
  }
}

/**
 * SQLite plans a statement again for each new value of a bare parameter that its plan may depend on (`LIMIT ?`, a column
 * of a partial index): at times two hundred times what running it takes. Into an expression it does not look.
 */
const plannedOnce = (sql: string) =>
  sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|(LIMIT |OFFSET )?(\?\d*)/gi, (found, limit?: string, value?: string) => {
    if (!value) return found;
    return limit ? `${limit}0 + ${value}` : `+${value}`;
  });

function objects({ columns, values }: Answer): Row[] {
  return values.map((row) => {
    const object: Row = {};
    for (let i = 0; i < columns.length; i++) object[columns[i] ?? ""] = row[i] ?? null;
    return object;
  });
}

class Prepared {
  constructor(
    readonly store: SqliteStore,
    readonly call: Call,
    readonly sql: string,
    readonly values: SqlValue[] = [],
  ) {}

  bind(...values: SqlValue[]): Prepared {
    return new Prepared(this.store, this.call, this.sql, values);
  }

  execute(): Answer {
    return this.store.executeChanged(this.sql, this.values);
  }

  all() {
    return this.call(this.sql, () => this.answer());
  }

  run() {
    return this.all();
  }

  answer() {
    const results = objects(this.execute());
    const changes = this.store.sqlite.getRowsModified();
    return { success: true, meta: { changes, rows_read: 0, rows_written: 0 }, results };
  }

  raw() {
    return this.call(this.sql, () => this.execute().values);
  }

  first(column?: string) {
    return this.call(this.sql, () => {
      const [row] = objects(this.execute());
      return column === undefined ? (row ?? null) : (row?.[column] ?? null);
    });
  }
}

/** @param committed called after each batch with its statements, before anything else happens */
export function createD1(
  store: SqliteStore,
  call: Call,
  committed: (sql: string) => void = () => undefined,
): D1Database {
  const runWhole = (statements: Prepared[]) =>
    call(statements[0]?.sql ?? "", () => {
      const results = store.atomically(() => statements.map((one) => one.answer()));
      for (const { sql } of statements) committed(sql);
      return results;
    });
  const d1 = {
    prepare: (sql: string) => new Prepared(store, call, sql),
    batch: (statements: Prepared[]) => {
      const end = statements.findIndex((one) => store.changes.endsBatch(one)) + 1;
      if (end === 0) return runWhole(statements);
      return runWhole(statements.slice(0, end)).then(async (first) => [
        ...first,
        ...(await runWhole(statements.slice(end))),
      ]);
    },
  };
  return d1 as unknown as D1Database;
}

/** 'passing' is retried; the others are reported to the caller. */
export const D1_ERRORS = {
  passing: "D1_ERROR: Network connection lost.",
  slow: "D1_ERROR: storage operation exceeded its time.",
  overloaded: "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
};
