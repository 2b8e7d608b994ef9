import type { Documents, Index, Kind, Store } from "./store";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS documents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  ref TEXT,
  due_ms INTEGER,
  body TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX IF NOT EXISTS documents_by_kind ON documents (kind, seq);
CREATE INDEX IF NOT EXISTS documents_by_ref ON documents (kind, ref, seq);
CREATE INDEX IF NOT EXISTS documents_by_due ON documents (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX IF NOT EXISTS documents_by_kind_due ON documents (kind, due_ms) WHERE due_ms IS NOT NULL;
`;

/** The store in a Durable Object's own SQLite. */
export class SqlStore implements Store {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(SCHEMA);
  }

  get<K extends Kind>(kind: K, id: string): Documents[K] | null {
    const [row] = this.sql.exec<{ body: string }>("SELECT body FROM documents WHERE kind = ? AND id = ?", kind, id);
    return row ? parse<K>(row.body) : null;
  }

  put<K extends Kind>(kind: K, id: string, document: Documents[K], index: Index = {}): void {
    this.sql.exec(
      `INSERT INTO documents (kind, id, ref, due_ms, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET ref = excluded.ref, due_ms = excluded.due_ms, body = excluded.body`,
      kind,
      id,
      index.ref ?? null,
      index.dueMs ?? null,
      JSON.stringify(document),
    );
  }

  remove(kind: Kind, id: string): void {
    this.sql.exec("DELETE FROM documents WHERE kind = ? AND id = ?", kind, id);
  }

  list<K extends Kind>(
    kind: K,
    query: { ref?: string; before?: string; after?: string; limit: number },
  ): Documents[K][] {
    const where = ["kind = ?"];
    const values: (string | number)[] = [kind];
    const only = (condition: string, value: string | undefined, ...more: string[]) => {
      if (value === undefined) return;
      where.push(condition);
      values.push(...more, value);
    };
    only("ref = ?", query.ref);
    only("seq < (SELECT seq FROM documents WHERE kind = ? AND id = ?)", query.before, kind);
    only("seq > (SELECT seq FROM documents WHERE kind = ? AND id = ?)", query.after, kind);
    // Paging towards newer documents reads those closest to the given one, then reverses them.
    const order = query.after === undefined ? "DESC" : "ASC";
    const rows = this.sql
      .exec<{ body: string }>(
        `SELECT body FROM documents WHERE ${where.join(" AND ")} ORDER BY seq ${order} LIMIT ?`,
        ...values,
        query.limit,
      )
      .toArray()
      .map((row) => parse<K>(row.body));
    return order === "ASC" ? rows.reverse() : rows;
  }

  due<K extends Kind>(kind: K, nowMs: number, limit: number): { id: string; document: Documents[K] }[] {
    return this.sql
      .exec<{ id: string; body: string }>(
        "SELECT id, body FROM documents WHERE kind = ? AND due_ms <= ? ORDER BY due_ms, seq LIMIT ?",
        kind,
        nowMs,
        limit,
      )
      .toArray()
      .map((row) => ({ id: row.id, document: parse<K>(row.body) }));
  }

  nextDueMs(): number | null {
    const [row] = this.sql.exec<{ due_ms: number | null }>(
      "SELECT min(due_ms) AS due_ms FROM documents WHERE due_ms IS NOT NULL",
    );
    return row?.due_ms ?? null;
  }
}

/** Only `put` writes bodies, with a document of the same kind. */
function parse<K extends Kind>(body: string): Documents[K] {
  return JSON.parse(body) as Documents[K];
}
