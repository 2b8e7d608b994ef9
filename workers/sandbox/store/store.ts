// Everything the sandbox stores: named documents, oldest to newest, some with a time at which something is due. Calls
// are synchronous, so that the changes of one request are stored together or not at all.

/** Each kind of document is declared next to its type: `declare module "../store/store"`. */
export interface Documents {}
export type Kind = keyof Documents;

export type Index = {
  /** A second name to list by: a payment intent, a recipient. */
  ref?: string | null;
  /** When something is due for this document, in ms; null for never. */
  dueMs?: number | null;
};

export interface Store {
  get<K extends Kind>(kind: K, id: string): Documents[K] | null;
  /** Keeps its place in the order if the document already exists. */
  put<K extends Kind>(kind: K, id: string, document: Documents[K], index?: Index): void;
  remove(kind: Kind, id: string): void;
  /** Newest first. `before` and `after` are ids: only documents older or newer than that one. */
  list<K extends Kind>(
    kind: K,
    query: { ref?: string; before?: string; after?: string; limit: number },
  ): Documents[K][];
  /** The documents that are due, earliest first. */
  due<K extends Kind>(kind: K, nowMs: number, limit: number): { id: string; document: Documents[K] }[];
  nextDueMs(): number | null;
}
