// A visitor's texts belong in app/content, where they can be found, checked and changed without reading code. This rule
// sees text between tags, and text given to an attribute or property that is displayed.
import { relative, sep } from "node:path";

const held = /^app\/(routes|api|ui|core|areas|server)\/|^app\/[^/]+\.tsx?$/;
/** The API describes its calls and fields to programmers next to their definitions. */
const ofTheApi = /^app\/api\//;
const forProgrammers = new Set(["title", "description", "summary"]);
/** A list of the console names its columns and filters where it declares them; operators alone see them. */
const ofTheConsole = /^app\/areas\/console\/lists\//;
const forOperators = new Set(["label"]);

const attributes = new Set(
  [
    "alt",
    "title",
    "placeholder",
    "label",
    "hint",
    "heading",
    "lead",
    "caption",
    "legend",
    "notice",
    "alert",
    "error",
  ].concat(["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "children"]),
);
const properties = new Set(
  [
    "alt",
    "title",
    "placeholder",
    "label",
    "hint",
    "heading",
    "lead",
    "caption",
    "text",
    "message",
    "subject",
    "ask",
  ].concat(["description", "summary", "note"]),
);

const hasLetters = (text) => /\p{L}/u.test(text);

/** The strings that an expression can evaluate to; not the arguments of a call or a comparison. */
function* wordsIn(node) {
  switch (node?.type) {
    case "Literal":
      if (typeof node.value === "string" && hasLetters(node.value)) yield node;
      return;
    case "TemplateLiteral":
      for (const part of node.quasis) if (hasLetters(part.value.cooked ?? "")) yield part;
      for (const part of node.expressions) yield* wordsIn(part);
      return;
    case "ConditionalExpression":
      yield* wordsIn(node.consequent);
      yield* wordsIn(node.alternate);
      return;
    case "LogicalExpression":
      yield* wordsIn(node.left);
      yield* wordsIn(node.right);
      return;
    case "BinaryExpression":
      if (node.operator !== "+") return;
      yield* wordsIn(node.left);
      yield* wordsIn(node.right);
      return;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "JSXExpressionContainer":
      yield* wordsIn(node.expression);
  }
}

const nameOf = (key) =>
  key.type === "Identifier" || key.type === "JSXIdentifier" ? key.name : String(key.value ?? "");

export const visitorTexts = {
  meta: {
    type: "problem",
    schema: [],
    messages: { text: "A visitor reads this: it belongs into app/content (see scripts/lint/visitor-texts.mjs)." },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join("/");
    if (!held.test(file)) return {};
    const spared = ofTheApi.test(file) ? forProgrammers : ofTheConsole.test(file) ? forOperators : new Set();
    const isRead = (name) => properties.has(name) && !spared.has(name);
    const check = (node) => {
      for (const words of wordsIn(node)) context.report({ node: words, messageId: "text" });
    };
    return {
      JSXText: (node) => hasLetters(node.value) && context.report({ node, messageId: "text" }),
      JSXAttribute: (node) => attributes.has(nameOf(node.name)) && check(node.value),
      "JSXElement > JSXExpressionContainer": check,
      "JSXFragment > JSXExpressionContainer": check,
      "ObjectExpression > Property": (node) => {
        if (node.computed || !isRead(nameOf(node.key))) return;
        // A `subject` in the audit log or the outbox is a kind and an id; in a mail it is text.
        if (
          nameOf(node.key) !== "subject" ||
          /\s/.test(context.sourceCode.getText(node.value).replace(/\$\{[^}]*\}/g, ""))
        )
          check(node.value);
      },
    };
  },
};
