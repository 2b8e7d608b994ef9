import type { SqlValue } from "sql.js";

/**
 * Statements are matched as the database would read them: values appear as literals, white space and quoted names make
 * no difference; in a pattern `?` is any one value, and `$1` and so on in the replacement refer to them.
 */
export type StatementChange = {
  /** How the statement begins, comments before it left out. */
  of: string;
  /** The statement contains all of these. */
  with?: string[];
} & (
  | { find: string; replace: string }
  /** The statement is skipped. */
  | { skip: true }
  /** The id it inserts is a new one each time; of several the one that ends like this. */
  | { freshId: true | `:${string}` }
  /** This runs right after it, with the values that `find` matched. */
  | { find: string; then: string }
  /** The batch ends after it, and what follows is another batch. */
  | { endsBatch: true }
);

type Statement = { sql: string; values: readonly SqlValue[] };
/** `then` is null unless something has to run afterwards. */
type Changed = { sql: string; then: string | null };

const NOTHING = "SELECT 1 WHERE 0";

/** The changes of one planted bug, and whether each of them ever matched a statement. */
export class ChangedStatements {
  readonly #changes: readonly Compiled[];
  /** Caches which changes match a statement, by its text: for nearly all, none. */
  readonly #concerned = new Map<string, readonly Compiled[]>();
  #serial = 0;

  constructor(changes: readonly StatementChange[]) {
    this.#changes = changes.map((change) => new Compiled(change));
  }

  /** The changes that never matched, or matched twice in one statement: the bug was not planted. */
  unmet(): string[] {
    return this.#changes.filter(({ met, unclear }) => !met || unclear).map(({ change }) => JSON.stringify(change));
  }

  /** Null: nothing changes. */
  apply(statement: Statement): Changed | null {
    const concerned = this.#concerning(statement.sql);
    if (concerned.length === 0) return null;
    const literal = inlined(statement);
    let changed: Changed | null = null;
    for (const one of concerned) {
      if (!one.fits(literal)) continue;
      one.met = true;
      changed = one.perform(changed ?? { sql: literal, then: null }, (this.#serial += 1));
    }
    return changed;
  }

  endsBatch(statement: Statement): boolean {
    const ends = this.#concerning(statement.sql).filter(({ change }) => "endsBatch" in change);
    return ends.some((one) => one.fits(inlined(statement)));
  }

  #concerning(sql: string): readonly Compiled[] {
    if (this.#changes.length === 0) return this.#changes;
    let known = this.#concerned.get(sql);
    if (!known) this.#concerned.set(sql, (known = this.#changes.filter((one) => one.beginsLike(sql))));
    return known;
  }
}

class Compiled {
  met = false;
  unclear = false;
  readonly #begin: RegExp;
  readonly #all: readonly RegExp[];
  readonly #find: RegExp | null;

  constructor(readonly change: StatementChange) {
    this.#begin = new RegExp(`^(?:\\s|--.*\\n)*${pattern(change.of)}`, "i");
    this.#find = "find" in change ? new RegExp(pattern(change.find), "gi") : null;
    this.#all = (change.with ?? []).map((piece) => new RegExp(pattern(piece), "i"));
  }

  beginsLike(sql: string): boolean {
    return this.#begin.test(sql);
  }

  fits(literal: string): boolean {
    if (!this.#all.every((piece) => piece.test(literal))) return false;
    if (!this.#find) return true;
    const places = [...literal.matchAll(this.#find)].length;
    this.unclear ||= places > 1;
    return places === 1;
  }

  perform({ sql, then }: Changed, serial: number): Changed {
    const { change } = this;
    if ("skip" in change) return { sql: NOTHING, then };
    if ("freshId" in change) {
      const end = change.freshId === true ? "" : change.freshId;
      return {
        sql: sql.replace(new RegExp(`\\b(SELECT|VALUES\\s*\\()\\s*'[^']*${end}(?=')`, "i"), `$&:${serial}`),
        then,
      };
    }
    if ("endsBatch" in change || !this.#find) return { sql, then };
    if ("replace" in change) return { sql: sql.replace(this.#find, change.replace), then };
    const [found] = [...sql.matchAll(this.#find)];
    return { sql, then: change.then.replaceAll(/\$(\d)/g, (_all, index: string) => found?.[Number(index)] ?? "NULL") };
  }
}

const ANY_VALUE = "('(?:[^']|'')*'|-?\\d+(?:\\.\\d+)?|NULL)";

/** @param piece SQL in which one space stands for any white space */
function pattern(piece: string): string {
  const tokens = piece.match(/\w+|[^\s\w]/g) ?? [];
  let text = /^\w/.test(piece) ? "(?<!\\w)" : "";
  tokens.forEach((token, i) => {
    const afterWord = /^\w/.test(token) && /\w$/.test(tokens[i - 1] ?? "");
    if (i > 0) text += afterWord ? '["`\\s]+' : '["`\\s]*';
    text += token === "?" ? ANY_VALUE : token.replaceAll(/[^\w]/g, "\\$&");
  });
  return text + (/\w$/.test(piece) ? "(?!\\w)" : "");
}

function inlined({ sql, values }: Statement): string {
  let next = 0;
  return sql.replaceAll(/'(?:[^']|'')*'|\?/g, (found) => (found === "?" ? literalOf(values[next++] ?? null) : found));
}

function literalOf(value: SqlValue): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}
