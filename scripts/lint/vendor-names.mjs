// A vendor is named only where it is joined: in its adapter, in the wiring, in the sandbox, and in texts that tell a
// buyer who takes the money. Comments count too. Names in the wire contract are allowed.
import { relative, sep } from "node:path";

const allowed = [
  /^app\/integrations\//,
  /^app\/content\//,
  /^app\/server\/(deps|env)\.ts$/,
  /^workers\/sandbox\//,
  // The schema lists the providers as the allowed values of a column.
  /^app\/db\/schema\//,
];

/** Addresses and fields that people and programs outside rely on. */
const wireContract = /\/?stripe-secure\b|\/webhooks\/\w+|\/api\/stripe\/|\bmsg91Id\b/g;

// 'Resend' is also a verb: only spellings of the company's name count.
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
