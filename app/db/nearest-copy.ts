// D1 keeps copies of the database near its readers, which lag behind the primary by moments. A bookmark says how far a database
// had come when it answered; a copy that is asked with one catches up first.

/** Statements of one batch go to the primary, which says how far it has come. */
export function notingBookmarks(d1: D1Database, note: (bookmark: string) => void): D1Database {
  const batch = async <T>(statements: D1PreparedStatement[]) => {
    const session = d1.withSession("first-primary");
    const results = await session.batch<T>(statements);
    const bookmark = session.getBookmark();
    if (bookmark) note(bookmark);
    return results;
  };
  return new Proxy(d1, {
    get(target, property) {
      if (property === "batch") return batch;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/**
 * For reading what names no viewer and may be moments old. With a bookmark, nothing older than it is read; one that the
 * database does not take is as good as none, and the primary is read.
 */
export function nearestCopy(d1: D1Database, bookmark: string | null): D1Database {
  const session = d1.withSession(bookmark ?? "first-unconstrained");
  const batch = <T>(statements: D1PreparedStatement[]) => {
    const answer = session.batch<T>(statements);
    return bookmark === null ? answer : answer.catch(() => d1.batch<T>(statements));
  };
  return new Proxy(d1, {
    get: (target, property) => {
      if (property === "batch") return batch;
      if (property === "prepare") return (query: string) => target.prepare(query);
      throw new Error(`a copy of the database takes batches only, not ${String(property)}`);
    },
  });
}
