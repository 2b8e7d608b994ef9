// What a visitor reads or is read out stands in app/content, where it can be found, checked and changed without reading code.
// Seen here: text between tags, and text given to an attribute or a property by the name of which it is shown.
import { relative, sep } from "node:path";

const held = /^app\/(routes|api|ui|features|server)\/|^app\/[^/]+\.tsx?$/;
/** The API tells programmers of its calls and fields beside them. */
const ofTheApi = /^app\/api\//;
const forProgrammers = new Set(["title", "description", "summary"]);

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

/** The words in an expression that become its value; not those a call or a comparison is given. */
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
    const isRead = (name) => properties.has(name) && !(ofTheApi.test(file) && forProgrammers.has(name));
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
        // The audit log and the outbox name what they are about by kind and id; a mail's subject is words.
        if (
          nameOf(node.key) !== "subject" ||
          /\s/.test(context.sourceCode.getText(node.value).replace(/\$\{[^}]*\}/g, ""))
        )
          check(node.value);
      },
    };
  },
};
