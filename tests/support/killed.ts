import type { Database } from "~/db/client";

/** A database that answers nothing any more after that many round trips. */
export function killedAfter(db: Database, trips: number): Database {
  let left = trips;
  return new Proxy(db, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (name !== "batch" && name !== "all" && name !== "run") return member;
      return (...all: unknown[]) => {
        // `all` and `run` only make a statement when they are given to `batch`.
        if (name === "batch" && left-- <= 0) throw new Error("killed");
        return (member as (...all: unknown[]) => unknown).apply(target, all);
      };
    },
  });
}
