// wrangler's dump does not import as it is: rows stand before the tables they refer to, and triggers before the rows that
// they would refuse. Here: every table, then every row, then indexes, views and triggers, which hold from then on.
import { readStatements } from "./read-statements.mjs";

const PLACES = [
  /^PRAGMA/i,
  /^CREATE TABLE/i,
  /^INSERT INTO (?!"sqlite_sequence")/i,
  // Numbering: the rows above have already counted, so it is emptied before it is filled.
  /^DELETE FROM sqlite_sequence$/i,
  /^INSERT INTO "sqlite_sequence"/i,
  /^CREATE (UNIQUE )?INDEX/i,
  /^CREATE VIEW/i,
  /^CREATE TRIGGER/i,
];

/**
 * @param {string} sql what `wrangler d1 export` wrote
 * @returns {string} the same statements in an order that imports
 * @throws if the dump holds anything unexpected
 */
export function orderDump(sql) {
  const placed = PLACES.map(() => []);
  for (const statement of readStatements(sql)) {
    const place = PLACES.findIndex((pattern) => pattern.test(statement));
    if (place < 0) throw new Error(`The dump has a statement of an unknown kind: ${statement.slice(0, 60)}`);
    placed[place].push(`${statement};\n`);
  }
  return placed.flat().join("");
}
