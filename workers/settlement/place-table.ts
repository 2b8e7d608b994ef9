import type { Over, Place, PlaceState, PlaceStore } from "~/areas/buying/desk/desk-terms";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS places (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL UNIQUE,
  joined_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('gathered', 'waiting', 'called', 'passed', 'over')),
  until_ms INTEGER,
  why TEXT,
  told INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

type Row = {
  number: number;
  user_id: string;
  joined_at_ms: number;
  state: string;
  until_ms: number | null;
  why: string | null;
  told: number;
};

/** A line's places in the object's own SQLite. A number that was given out is in `sqlite_sequence`, and not given out again. */
export function placeTable(sql: SqlStorage): PlaceStore {
  // Made for the first place: most casks never have a line.
  let isMade = [...sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'places'")].length > 0;
  const lastOf = () => [...sql.exec<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'places'")][0]?.seq;
  let last = isMade ? Number(lastOf() ?? 0) : 0;
  return {
    all: () => (isMade ? [...sql.exec<Row>("SELECT * FROM places")].map(placeOf) : []),
    nextNumber: () => (last += 1),
    put: ({ number, userId, joinedAtMs, state, untilMs, why, isTold }) => {
      if (!isMade) sql.exec(SCHEMA);
      isMade = true;
      const values = [number, userId, joinedAtMs, state, untilMs, why, isTold ? 1 : 0];
      sql.exec(
        `INSERT INTO places (number, user_id, joined_at_ms, state, until_ms, why, told) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (user_id) DO UPDATE SET number = excluded.number, joined_at_ms = excluded.joined_at_ms, state = excluded.state,
           until_ms = excluded.until_ms, why = excluded.why, told = excluded.told`,
        ...values,
      );
    },
    drop: (userId) => void (isMade && sql.exec("DELETE FROM places WHERE user_id = ?", userId)),
  };
}

const placeOf = (row: Row): Place => ({
  number: row.number,
  userId: row.user_id,
  joinedAtMs: row.joined_at_ms,
  state: row.state as PlaceState,
  untilMs: row.until_ms,
  why: row.why as Over | null,
  isTold: row.told === 1,
});
