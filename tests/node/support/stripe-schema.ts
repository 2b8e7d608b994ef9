import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import { stripeFolder, stripeSchemas, type StripeType } from "./generate-stripe-schema";

// Checks requests to Stripe and answers from the sandbox against the pinned package's types, plus the few rules that
// its documentation states only in prose.

type Node = { [key: string]: unknown };

export type StripeChecker = {
  version: string;
  /** @param form the urlencoded body. @returns what is wrong with it; empty if nothing is */
  sessionRequest(form: string, nowSeconds: number): string[];
  /** Of an identity check. */
  verificationRequest(form: string): string[];
  /** @param body unexpanded, as parsed from JSON. */
  answer(type: Exclude<StripeType, "SessionRequest" | "VerificationRequest">, body: unknown): string[];
};

export function createStripeChecker(): StripeChecker {
  const version = String(JSON.parse(fs.readFileSync(path.join(stripeFolder(), "package.json"), "utf8")).version);
  const generator = fileURLToPath(new URL("./generate-stripe-schema.ts", import.meta.url));
  const fingerprint = createHash("sha256").update(fs.readFileSync(generator)).digest("hex").slice(0, 12);
  const schemas = stripeSchemas(version, fingerprint);
  const ready = new Map<StripeType, ValidateFunction>();
  const checkOf = (type: StripeType): ValidateFunction => {
    const check = ready.get(type) ?? compile(wholeNumbers(schemas[type]), type.endsWith("Request"));
    ready.set(type, check);
    return check;
  };
  return {
    version,
    sessionRequest(form, nowSeconds) {
      const prose = compile(proseRules(nowSeconds), true);
      return [...problems(checkOf("SessionRequest"), decodeForm(form)), ...problems(prose, decodeForm(form))];
    },
    verificationRequest: (form) => problems(checkOf("VerificationRequest"), decodeForm(form)),
    answer: (type, body) => problems(checkOf(type), body),
  };
}

/** A form holds only texts: `coerceTypes` reads '5' as a number where one is expected, and leaves 'two' as text. */
function compile(schema: unknown, ofForm: boolean): ValidateFunction {
  return new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false, coerceTypes: ofForm }).compile(
    schema as Node,
  );
}

function problems(check: ValidateFunction, value: unknown): string[] {
  check(value);
  return (check.errors ?? []).map((error) => {
    const detail = error.params.additionalProperty ?? error.params.missingProperty ?? error.params.allowedValues ?? "";
    return `${error.instancePath || "/"} ${error.message ?? error.keyword} ${String(detail)}`.trim();
  });
}

/** TypeScript has one number type; every number of Stripe's except a rate is an integer. */
function wholeNumbers(node: unknown, name = ""): unknown {
  if (Array.isArray(node)) return node.map((child) => wholeNumbers(child, name));
  if (typeof node !== "object" || node === null)
    return node === "number" && !/percent|rate/.test(name) ? "integer" : node;
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => {
      if (key === "properties") return [key, inEach(child as Node)];
      return key === "type" || typeof child === "object" ? [key, wholeNumbers(child, name)] : [key, child];
    }),
  );
}

function inEach(properties: Node): Node {
  return Object.fromEntries(Object.entries(properties).map(([key, child]) => [key, wholeNumbers(child, key)]));
}

const METADATA = {
  maxProperties: 50,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: "string", maxLength: 500 },
};

/** What the documentation says and the types cannot. */
function proseRules(nowSeconds: number): Node {
  const oneOf = (...names: string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) });
  const priceData = {
    properties: { currency: { pattern: "^[a-z]{3}$" } },
    allOf: [oneOf("unit_amount", "unit_amount_decimal"), oneOf("product", "product_data")],
  };
  const item = { required: ["quantity"], properties: { price_data: priceData }, ...oneOf("price", "price_data") };
  return {
    required: ["mode", "line_items", "success_url"],
    properties: {
      line_items: { minItems: 1, maxItems: 100, items: item },
      expires_at: { type: "integer", minimum: nowSeconds + 30 * 60, maximum: nowSeconds + 24 * 3600 },
      metadata: METADATA,
      payment_intent_data: { properties: { metadata: METADATA } },
    },
  };
}

/** Decodes a[b][0]=x, as the SDK writes it. */
function decodeForm(form: string): Node {
  const root: Node = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const parts = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let node = root;
    parts.forEach((part, depth) => {
      const next = parts[depth + 1];
      node[part] ??= next === undefined ? value : /^\d+$/.test(next) ? [] : {};
      node = node[part] as Node;
    });
  }
  return root;
}
