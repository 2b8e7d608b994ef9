// All mutants of a file in one text: each place asks which of its mutants is active. So the file is loaded once for all of them.
import ts from "typescript";
import { OPERATORS } from "./make-mutants.mjs";

/**
 * @param mutants of this file, each with a number `id`
 * @returns the text, and the ids of those that are evaluated only while the file is loaded: they need a run of their own
 */
export function instrument(path, text, mutants) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const atNode = new Map();
  const whileLoading = new Set();
  const calledAtOnce = namesCalledAtOnce(file);
  for (const mutant of mutants) {
    const node = placeOf(file, mutant);
    if (!isInFunction(node, calledAtOnce)) whileLoading.add(mutant.id);
    else atNode.set(node, [...(atNode.get(node) ?? []), mutant]);
  }
  const print = (node) => {
    const start = node.getStart(file);
    let [printed, at] = ["", start];
    ts.forEachChild(node, (child) => {
      const from = child.getStart(file);
      // A type may be seen twice, and what stands before another child was printed.
      if (from < at) return;
      printed += text.slice(at, from) + print(child);
      at = child.getEnd();
    });
    printed += text.slice(at, node.getEnd());
    return (atNode.get(node) ?? []).reduce((rest, mutant) => choice(node, mutant, rest), printed);
  };
  const choice = (node, { id, start, end, changed: becomes }, rest) => {
    // In braces, or an `else` behind it would belong to this `if`.
    if (ts.isExpressionStatement(node)) return `{ if (!globalThis.isMutant(${id})) { ${rest} } }`;
    const other = text.slice(node.getStart(file), start) + becomes + text.slice(end, node.getEnd());
    return `(globalThis.isMutant(${id}) ? (${other}) : (${rest}))`;
  };
  return { text: OPERATORS + text.slice(0, file.getStart(file)) + print(file), whileLoading };
}

/** The smallest expression or statement around a change that can be another one as a whole. */
function placeOf(file, { start, end, changed: becomes }) {
  let found = file;
  const look = (node) => {
    if (node.getStart(file) > start || node.getEnd() < end) return;
    const isStatement = ts.isExpressionStatement(node) && becomes === ";" && node.getStart(file) === start;
    if (isStatement || (ts.isExpression(node) && isWhole(node))) found = node;
    ts.forEachChild(node, look);
  };
  ts.forEachChild(file, look);
  return found;
}

function isWhole(node) {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent) && parent.template === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isBindingElement(parent) && parent.initializer !== node) return false;
  return !ts.isTypeNode(node) && !ts.isOmittedExpression(node) && !ts.isSpreadElement(node);
}

/** In a function that runs later than when the file is loaded. One inside a function that is called then counts as called then. */
function isInFunction(node, calledAtOnce) {
  let isInOne = false;
  for (let one = node.parent; one; one = one.parent) {
    if (ts.isFunctionDeclaration(one) && calledAtOnce.has(one.name?.text)) return false;
    isInOne ||= ts.isFunctionLike(one);
  }
  return isInOne;
}

/** Of the functions that are called while the file is loaded. */
function namesCalledAtOnce(file) {
  const names = new Set();
  const look = (node) => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) names.add(node.expression.text);
    ts.forEachChild(node, look);
  };
  ts.forEachChild(file, look);
  return names;
}
