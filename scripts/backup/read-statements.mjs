// An SQL dump as statements. A text or a trigger may contain semicolons, so the end of a line is not the end of a statement.

/** What stands between two delimiters, the doubled ones in it included, or a comment. */
const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|;|\bBEGIN\b|\bEND\b/gi;

/** @returns {string[]} without their final semicolon */
export function readStatements(sql) {
  const statements = [];
  let [from, inTrigger] = [0, false];
  for (const { 0: piece, index } of sql.matchAll(PIECE)) {
    const word = piece.toUpperCase();
    // Only a trigger has semicolons within: from its BEGIN to its END.
    if (word === "BEGIN") inTrigger = /^\s*CREATE\s+TRIGGER/i.test(sql.slice(from, index));
    else if (word === "END") inTrigger = false;
    else if (piece === ";" && !inTrigger) {
      statements.push(sql.slice(from, index).trim());
      from = index + 1;
    }
  }
  return [...statements, sql.slice(from).trim()].filter((text) => text !== "");
}
