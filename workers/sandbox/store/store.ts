// All the sandbox remembers: named documents, oldest to newest, some with a time at which something is due.
// Calls are synchronous so that what one request changes is kept as a whole or not at all.

/** Whoever keeps a kind of document declares it here, beside its type: `declare module "../store/store"`. */
export interface Documents {}
export type Kind = keyof Documents;

export type Index = {
  /** A second name to list by: a payment intent, a recipient. */
  ref?: string | null;
  /** When something is to happen to this document; null for never. */
  dueMs?: number | null;
};

export interface Store {
  get<K extends Kind>(kind: K, id: string): Documents[K] | null;
  /** Keeps the place in the order when the document is already there. */
  put<K extends Kind>(kind: K, id: string, document: Documents[K], index?: Index): void;
  remove(kind: Kind, id: string): void;
  /** Newest first. `before` and `after` are ids: only older or only newer documents than that one. */
  list<K extends Kind>(
    kind: K,
    query: { ref?: string; before?: string; after?: string; limit: number },
  ): Documents[K][];
  /** Whose time has come, earliest first. */
  due<K extends Kind>(kind: K, nowMs: number, limit: number): { id: string; document: Documents[K] }[];
  nextDueMs(): number | null;
}
