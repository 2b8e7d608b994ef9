// Makes mutants of a file's code: conditions negated or dropped, branches swallowed, bounds, days and limits off by one,
// statements left out; and of the SQL in it (sql-mutants.mjs).
import ts from "typescript";
import { sqlMutants } from "./sql-mutants.mjs";

const COMPARISONS = { "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
/** The same as calls of the query builder. */
const CALLS = { isNull: "isNotNull", eq: "ne", ne: "eq", lt: "lte", lte: "lt", gt: "gte", gte: "gt" };
export const OPERATORS = 'import * as operators from "drizzle-orm";\n';
const KEPT_WITHOUT = new Set(["filter", "slice", "reverse", "sort", "orderBy"]);

/** @returns {{ what: string, start: number, end: number, becomes: string }[]} none twice */
export function makeMutants(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const found = [];
  const add = (what, node, becomes) =>
    found.push({ what, start: node.getStart(file), end: node.getEnd(), becomes: becomes ?? "" });
  const look = (node) => {
    mutantsOf(node, file, add);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === "sql") addSql(node.template, file, found);
    ts.forEachChild(node, look);
  };
  look(file);
  const byPlace = new Map(found.map((one) => [`${one.start} ${one.end} ${one.becomes}`, one]));
  for (const one of byPlace.values()) if (one.becomes.startsWith("operators.")) one.before = OPERATORS;
  return [...byPlace.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

function mutantsOf(node, file, add) {
  const text = (one) => one.getText(file);
  if (ts.isIfStatement(node)) {
    add("branch swallowed", node.expression, "false");
    if (!isComparison(node.expression)) add("condition negated", node.expression, `!(${text(node.expression)})`);
  } else if (ts.isConditionalExpression(node)) {
    if (!isComparison(node.condition)) add("condition negated", node.condition, `!(${text(node.condition)})`);
  } else if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const sign = text(operatorToken);
    if (COMPARISONS[sign]) add("comparison", operatorToken, COMPARISONS[sign]);
    if (["&&", "||", "??"].includes(sign)) {
      add("left side dropped", node, text(right));
      add("right side dropped", node, text(left));
    }
  } else if (ts.isCallExpression(node)) {
    const { expression, arguments: given } = node;
    const name = text(expression);
    // Those of drizzle-orm stand beside their negation, which the file need not import.
    if (CALLS[name] && given.length > 0) add("comparison", expression, `operators.${CALLS[name]}`);
    if (["and", "or", "writes"].includes(name) && given.length > 1)
      given.forEach((one, at) =>
        add(`${name === "writes" ? "statement" : "condition"} dropped`, node, `${name}(${without(given, at, text)})`),
      );
    if (ts.isPropertyAccessExpression(expression) && KEPT_WITHOUT.has(expression.name.text))
      add(`${expression.name.text} dropped`, node, text(expression.expression));
    if (name === "addDays" && given.length > 1) add("day", given[1], `(${text(given[1])}) + 1`);
  } else if (ts.isArrayLiteralExpression(node) && isOfStatements(node, file)) {
    node.elements.forEach((one, at) => add("statement dropped", node, `[${without(node.elements, at, text)}]`));
  } else if (ts.isExpressionStatement(node) && !/^(?:\w+\.)*log\(/.test(text(node))) {
    add("statement dropped", node, ";");
  } else if (ts.isVariableStatement(node) && node.parent === file) {
    for (const number of numbersIn(node.declarationList)) add("constant", number, `(${text(number)} + 1)`);
  }
}

/** Negated by its sign, which is a mutant of its own. */
const isComparison = (node) => ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText());

const without = (nodes, at, text) =>
  nodes
    .filter((_, index) => index !== at)
    .map(text)
    .join(", ");

function isOfStatements(node, file) {
  return node.elements.some((one) => /^(?:db|deps\.db|this\.db)\s*\.run\(/.test(one.getText(file)));
}

/** The first number of each constant; of 'n * DAY_MS' and the like that is what is counted. */
function numbersIn({ declarations }) {
  return declarations.flatMap(({ initializer }) => {
    const found = [];
    const look = (node) => {
      if (ts.isNumericLiteral(node)) found.push(node);
      else if (!ts.isFunctionLike(node) && !ts.isTaggedTemplateExpression(node)) ts.forEachChild(node, look);
    };
    if (initializer) look(initializer);
    return initializer && ts.isBinaryExpression(initializer) ? found.slice(0, 1) : found;
  });
}

function addSql(template, file, found) {
  const start = template.getStart(file) + 1;
  const text = file.text.slice(start, template.getEnd() - 1);
  const spans = ts.isNoSubstitutionTemplateLiteral(template)
    ? []
    : template.templateSpans.map(({ expression, literal }) => [
        expression.getFullStart() - 2 - start,
        literal.getStart(file) + 1 - start,
      ]);
  for (const one of sqlMutants(text, spans)) found.push({ ...one, start: one.start + start, end: one.end + start });
}
