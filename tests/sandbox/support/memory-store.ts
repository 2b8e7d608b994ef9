import type { Documents, Index, Kind, Store } from "../../../workers/sandbox/store/store";

type Row = { seq: number; kind: Kind; id: string; ref: string | null; dueMs: number | null; body: string };

/** The store's contract in a few lines, in place of the one in a Durable Object. */
export class MemoryStore implements Store {
  private rows: Row[] = [];
  private seq = 0;

  get<K extends Kind>(kind: K, id: string): Documents[K] | null {
    const row = this.find(kind, id);
    return row ? JSON.parse(row.body) : null;
  }

  put<K extends Kind>(kind: K, id: string, document: Documents[K], index: Index = {}): void {
    const values = { ref: index.ref ?? null, dueMs: index.dueMs ?? null, body: JSON.stringify(document) };
    const row = this.find(kind, id);
    if (row) Object.assign(row, values);
    else this.rows.push({ seq: ++this.seq, kind, id, ...values });
  }

  remove(kind: Kind, id: string): void {
    this.rows = this.rows.filter((row) => row.kind !== kind || row.id !== id);
  }

  list<K extends Kind>(
    kind: K,
    query: { ref?: string; before?: string; after?: string; limit: number },
  ): Documents[K][] {
    const seqOf = (id: string | undefined, otherwise: number) =>
      id === undefined ? otherwise : (this.find(kind, id)?.seq ?? Number.NaN);
    const before = seqOf(query.before, Number.POSITIVE_INFINITY);
    const after = seqOf(query.after, 0);
    const fitting = this.rows.filter(
      (row) =>
        row.kind === kind && row.seq < before && row.seq > after && (query.ref === undefined || row.ref === query.ref),
    );
    const taken = query.after === undefined ? fitting.slice(-query.limit) : fitting.slice(0, query.limit);
    return taken.reverse().map((row) => JSON.parse(row.body));
  }

  due<K extends Kind>(kind: K, nowMs: number, limit: number): { id: string; document: Documents[K] }[] {
    return this.rows
      .filter((row) => row.kind === kind && row.dueMs !== null && row.dueMs <= nowMs)
      .sort((a, b) => (a.dueMs ?? 0) - (b.dueMs ?? 0) || a.seq - b.seq)
      .slice(0, limit)
      .map((row) => ({ id: row.id, document: JSON.parse(row.body) }));
  }

  nextDueMs(): number | null {
    const times = this.rows.flatMap((row) => (row.dueMs === null ? [] : [row.dueMs]));
    return times.length === 0 ? null : Math.min(...times);
  }

  private find(kind: Kind, id: string): Row | undefined {
    return this.rows.find((row) => row.kind === kind && row.id === id);
  }
}
