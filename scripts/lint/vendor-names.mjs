// A vendor is named where it is joined, and nowhere else: in its adapter, in the wiring, in its local stand-in, and in texts
// that tell a buyer who takes the money. Comments count too. What the wire contract calls by a vendor's name keeps it.
import { relative, sep } from "node:path";

const allowed = [
  /^app\/integrations\//,
  /^app\/content\//,
  /^app\/server\/(deps|env)\.ts$/,
  /^workers\/sandbox\//,
  // The list of the providers is still a column's list of values here.
  /^app\/db\/schema\//,
];

/** Addresses and fields that people and programs outside rely on. */
const wireContract = /\/?stripe-secure\b|\/webhooks\/(stripe|copperx)\b|\/api\/stripe\/|\bmsg91Id\b/g;

// To send a thing again is a verb, too: only the name's own spellings count as that vendor.
const vendor = /stripe|copperx|msg91/i;
const resend = /Resend(?![a-z])|\bRESEND_|\/resend\b|\bresend\.com\b/;

const nameIn = (text) => {
  const plain = text.replace(wireContract, "");
  return (vendor.exec(plain) ?? resend.exec(plain))?.[0] ?? null;
};

export const vendorNames = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      named:
        "{{file}} must not name {{name}}: vendors are known to their adapters and the wiring alone (see scripts/lint/vendor-names.mjs).",
    },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join("/");
    if (allowed.some((pattern) => pattern.test(file))) return {};
    const check = (node, text) => {
      const name = nameIn(text);
      if (name) context.report({ loc: node.loc, messageId: "named", data: { file, name } });
    };
    const named = (node) => check(node, node.name);
    return {
      Program: () => context.sourceCode.getAllComments().forEach((comment) => check(comment, comment.value)),
      Identifier: named,
      PrivateIdentifier: named,
      JSXIdentifier: named,
      Literal: (node) => check(node, node.raw),
      TemplateElement: (node) => check(node, node.value.raw),
      JSXText: (node) => check(node, node.value),
    };
  },
};
