import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator, type Schema } from "ts-json-schema-generator";
import ts from "typescript";

// Generates JSON Schema for Stripe's wire format from the type declarations of the pinned `stripe` package.

const TYPES = [
  "SessionRequest",
  "Session",
  "Refund",
  "Charge",
  "Dispute",
  "VerificationRequest",
  "Verification",
] as const;
export type StripeType = (typeof TYPES)[number];
export type StripeSchemas = Record<StripeType, Schema>;

const ENTRY = path.resolve("tests/node/support/stripe-types.generated.ts");

// On the wire a related object is its id unless it was expanded: of `string | Customer | null` the string stays.
const SOURCE = `
import type Stripe from "stripe";
type Plain = string | number | boolean | null | undefined;
type Wire<V> = [string] extends [Extract<V, string>]
  ? Extract<V, Plain>
  : V extends Plain ? V : V extends (infer U)[] ? Wire<U>[] : { [K in keyof V]: Wire<V[K]> };
type Unexpanded<T> = { [K in keyof T]: Wire<T[K]> };
export type SessionRequest = Stripe.Checkout.SessionCreateParams;
export type Session = Unexpanded<Stripe.Checkout.Session>;
export type Refund = Unexpanded<Stripe.Refund>;
export type Charge = Unexpanded<Stripe.Charge>;
export type Dispute = Unexpanded<Stripe.Dispute>;
export type VerificationRequest = Stripe.Identity.VerificationSessionCreateParams;
export type Verification = Omit<Unexpanded<Stripe.Identity.VerificationSession>, "last_verification_report"> & {
  last_verification_report: string | null | Unexpanded<Stripe.Identity.VerificationReport>;
};
`;

// The package leaves its lists of values open ('or any other string') and wraps decimals in its own objects. For
// checking, the lists are closed and a decimal is text, as on the wire.
const CHANGES: [string, string][] = [
  ["export type OtherString = string & Record<never, never>;", "export type OtherString = never;"],
  ["export { Decimal } from './Decimal.js';", "export type Decimal = string;"],
];

/** Takes some 20 seconds the first time; cached by package version and by this file's own text. */
export function stripeSchemas(version: string, fingerprint: string): StripeSchemas {
  const folder = path.resolve("node_modules/.cache/dunnage");
  const file = path.join(folder, `stripe-schemas-${version}-${fingerprint}.json`);
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, "utf8"));
  const program = createProgram();
  const schemas = Object.fromEntries(TYPES.map((type) => [type, generate(program, type)])) as StripeSchemas;
  fs.mkdirSync(folder, { recursive: true });
  const partial = `${file}.${process.pid}`;
  fs.writeFileSync(partial, JSON.stringify(schemas));
  fs.renameSync(partial, file);
  return schemas;
}

function generate(program: ts.Program, type: StripeType): Schema {
  const config = {
    ...DEFAULT_CONFIG,
    type,
    skipTypeCheck: true,
    jsDoc: "none",
    expose: "none",
    topRef: false,
    functions: "hide",
  } as const;
  return new SchemaGenerator(program, createParser(program, config), createFormatter(config), config).createSchema(
    type,
  );
}

function createProgram(): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ["lib.es2022.d.ts"],
  };
  const host = ts.createCompilerHost(options);
  const onDisk = { fileExists: host.fileExists.bind(host), readFile: host.readFile.bind(host) };
  const shared = path.join(stripeFolder(), "esm/shared.d.ts");
  const read = (name: string): string | undefined => {
    if (path.resolve(name) === ENTRY) return SOURCE;
    const text = onDisk.readFile(name);
    return path.resolve(name) === shared && text !== undefined ? changed(text) : text;
  };
  host.fileExists = (name) => path.resolve(name) === ENTRY || onDisk.fileExists(name);
  host.readFile = read;
  host.getSourceFile = (name, languageVersion) => {
    const text = read(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, languageVersion, true);
  };
  return ts.createProgram([ENTRY], options, host);
}

function changed(text: string): string {
  return CHANGES.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the stripe package no longer says: ${from}`);
    return result.replace(from, to);
  }, text);
}

export function stripeFolder(): string {
  return path.resolve(path.dirname(createRequire(import.meta.url).resolve("stripe")), "..");
}
