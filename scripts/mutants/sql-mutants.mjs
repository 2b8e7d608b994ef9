// Mutants of one SQL text. What stands in '...' or ${...} is hidden first, so that every word found is a word of SQL.

const CLAUSE_ENDS =
  /\b(?:AND|OR|ORDER BY|GROUP BY|LIMIT|RETURNING|UNION|ON CONFLICT|WHERE|LEFT JOIN|JOIN|THEN|HAVING)\b/g;
/** What is told of `=`: only of a comparison, not of an assignment. */
const COMPARES = /\b(?:WHERE|AND|OR|ON|NOT|WHEN|SELECT|HAVING|SET)\b/g;

/** Each word or sign and what it becomes. */
const SWAPS = [
  ["exists negated", /(?<!NOT )\bEXISTS\b/g, () => "NOT EXISTS"],
  ["exists negated", /\bNOT EXISTS\b/g, () => "EXISTS"],
  ["null negated", /\bIS NOT NULL\b/g, () => "IS NULL"],
  ["null negated", /\bIS NULL\b/g, () => "IS NOT NULL"],
  ["in negated", /\bNOT IN\b/g, () => "IN"],
  ["in negated", /(?<!NOT )\bIN(?= \()/g, () => "NOT IN"],
  ["or for and", /\bOR\b/g, () => "AND"],
  ["bound", /<=/g, () => "<"],
  ["bound", />=/g, () => ">"],
  ["bound", /<(?![=>])/g, () => "<="],
  ["bound", /(?<![<-])>(?!=)/g, () => ">="],
  ["equality", /<>/g, () => "="],
  ["order turned", / DESC\b/g, () => ""],
  ["largest for least", /\bmax(?=\()/g, () => "min"],
  ["largest for least", /\bmin(?=\()/g, () => "max"],
  ["distinct dropped", /\bDISTINCT /g, () => ""],
  ["join must match", /\bLEFT JOIN\b/g, () => "JOIN"],
  ["conflict fails", / ON CONFLICT (?:\([^)]*\) )?DO NOTHING/g, () => ""],
];

/** @returns {{ what: string, start: number, end: number, becomes: string }[]} */
export function sqlMutants(text, spans) {
  const hidden = hide(text, spans);
  const found = SWAPS.flatMap(([what, pattern, becomes]) =>
    [...hidden.matchAll(pattern)].map(({ 0: was, index }) => ({
      what,
      start: index,
      end: index + was.length,
      becomes: becomes(was),
    })),
  );
  return [
    ...found,
    ...equalities(hidden),
    ...clauses(hidden),
    ...orders(hidden),
    ...limits(text, hidden),
    ...assignments(hidden),
    ...fallbacks(text, hidden),
  ];
}

/** White space stays, other text of no interest becomes '_'. */
function hide(text, spans) {
  const letters = [...Array(text.length).keys()].map((at) => (/\s/.test(text[at]) ? " " : text[at]));
  const blank = (from, to) => letters.fill("_", from, to);
  for (const [from, to] of spans) blank(from, to);
  for (const { 0: quoted, index } of letters.join("").matchAll(/'[^']*'/g)) blank(index, index + quoted.length);
  return letters.join("");
}

function equalities(hidden) {
  return [...hidden.matchAll(/(?<![<>!=])=(?!=)/g)].flatMap(({ index }) => {
    const before = [...hidden.slice(0, index).matchAll(COMPARES)].at(-1)?.[0];
    return before === "SET" ? [] : [{ what: "equality", start: index, end: index + 1, becomes: "<>" }];
  });
}

/** Where the expression that begins at `from` ends: at the next clause or at the bracket that closes around it. */
function endOfClause(hidden, from) {
  let depth = 0;
  let between = false;
  for (let at = from; at < hidden.length; at += 1) {
    if (hidden[at] === "(") depth += 1;
    if (hidden[at] === ")" && (depth -= 1) < 0) return at;
    if (depth > 0 || !/[A-Z]/.test(hidden[at]) || /\w/.test(hidden[at - 1] ?? " ")) continue;
    if (/^BETWEEN\b/.test(hidden.slice(at, at + 8))) between = true;
    CLAUSE_ENDS.lastIndex = at;
    const end = CLAUSE_ENDS.exec(hidden);
    if (end?.index !== at) continue;
    if (end[0] === "AND" && between) between = false;
    else return at;
  }
  return hidden.length;
}

/** Each condition left out; the only one of a WHERE becomes true. */
function clauses(hidden) {
  return [...hidden.matchAll(/\b(WHERE|AND|OR) /g)].flatMap(({ 0: { length }, 1: word, index }) => {
    if (
      word === "AND" &&
      /\bBETWEEN [^()]*$/.test(
        hidden
          .slice(0, index)
          .split(/\bAND\b/)
          .at(-1),
      )
    )
      return [];
    const from = index + length;
    const to = endOfClause(hidden, from);
    if (hidden.slice(from, to).trim() === "" || /^true\b/.test(hidden.slice(from))) return [];
    const what = "condition dropped";
    if (word !== "WHERE") return [{ what, start: index, end: to, becomes: "" }];
    return [{ what, start: from, end: from + hidden.slice(from, to).trimEnd().length, becomes: "true" }];
  });
}

function orders(hidden) {
  return [...hidden.matchAll(/\bORDER BY /g)].map(({ index }) => {
    const end = endOfClause(hidden, index + 9);
    return { what: "order dropped", start: index, end, becomes: "" };
  });
}

function limits(text, hidden) {
  return [...hidden.matchAll(/\bLIMIT (\w+)/g)].flatMap(({ 0: { length }, 1: many, index }) => {
    const [start, end] = [index + length - many.length, index + length];
    const changed = (by) => ({ what: "limit", start, end, becomes: `(${text.slice(start, end)} ${by})` });
    return many === "1" ? [] : [changed("+ 1"), changed("- 1")];
  });
}

/** Of what an UPDATE sets, each left out. */
function assignments(hidden) {
  return [...hidden.matchAll(/\bSET /g)].flatMap(({ index }) => {
    const from = index + 4;
    const to = endOfClause(hidden, from);
    const commas = [];
    for (let at = from, depth = 0; at < to; at += 1) {
      if (hidden[at] === "(") depth += 1;
      if (hidden[at] === ")") depth -= 1;
      if (hidden[at] === "," && depth === 0) commas.push(at);
    }
    const what = "assignment dropped";
    if (commas.length === 0) return [];
    const starts = [from, ...commas];
    return starts.map((start, at) => ({
      what,
      start,
      end: at === 0 ? commas[0] + 1 : (starts[at + 1] ?? from + hidden.slice(from, to).trimEnd().length),
      becomes: "",
    }));
  });
}

function fallbacks(text, hidden) {
  return [...hidden.matchAll(/\bcoalesce\(/g)].flatMap(({ 0: { length }, index }) => {
    let [depth, comma] = [0, -1];
    for (let at = index + length; at < hidden.length; at += 1) {
      if (hidden[at] === "(") depth += 1;
      if (hidden[at] === "," && depth === 0 && comma < 0) comma = at;
      if (hidden[at] === ")" && (depth -= 1) < 0)
        return comma < 0
          ? []
          : [
              {
                what: "fallback dropped",
                start: index,
                end: at + 1,
                becomes: text.slice(index + length, comma).trim(),
              },
            ];
    }
    return [];
  });
}
