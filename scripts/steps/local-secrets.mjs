// The local run's secrets: random, made once, kept in .env (which git ignores). Production secrets are set with
// `npm run ops -- secrets`.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readIfThere, writeWhole } from "./atomic-file.mjs";
import { inRoot } from "./project.mjs";

const random = (bytes = 24) => randomBytes(bytes).toString("base64url").replaceAll("-", "A").replaceAll("_", "B");

/** The key that signs audits: Ed25519, as PKCS #8 in base64. */
export const newSigningKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");

const makers = {
  SESSION_SECRET: () => random(32),
  CODE_SECRET: () => random(32),
  BANK_DETAILS_KEY: () => randomBytes(32).toString("base64"),
  STRIPE_SECRET_KEY: () => `sk_test_${random()}`,
  STRIPE_WEBHOOK_SECRET: () => `whsec_${random()}`,
  COPPERX_API_KEY: () => `pav1_${random()}`,
  COPPERX_WEBHOOK_SECRET: () => random(),
  MSG91_AUTH_KEY: () => random(),
  MSG91_WIDGET_ID: () => random(12),
  MSG91_NOTICE_TEMPLATE: () => random(12),
  MSG91_STOP_TEMPLATE: () => random(12),
  RESEND_API_KEY: () => `re_${random()}`,
  SIGNING_KEY: newSigningKey,
  APP_ORIGIN: () => "http://localhost:8787",
};

function parse(text) {
  const lines = text.split("\n").map((line) => /^([A-Z0-9_]+)=(.*)$/.exec(line.trim()));
  return Object.fromEntries(
    lines.flatMap((match) => (match ? [[match[1], match[2].replace(/^(["'])(.*)\1$/, "$2")]] : [])),
  );
}

/** Fresh secrets for a run that keeps nothing. */
export const freshSecrets = () => Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]));

/** Creates .env, or adds what a newer version needs; existing values stay. */
export function ensureLocalSecrets(path = inRoot(".env")) {
  const text = readIfThere(path);
  const known = parse(text ?? "");
  const missing = Object.keys(makers).filter((name) => !known[name]);
  if (missing.length === 0) return known;
  const added = Object.fromEntries(missing.map((name) => [name, makers[name]()]));
  const head =
    text ?? "# Made by `npm start` for this machine only: random secrets of the local run. Never deployed.\n";
  const lines = Object.entries(added).map(([name, value]) => `${name}=${value}\n`);
  writeWhole(path, `${head}${head.endsWith("\n") ? "" : "\n"}${lines.join("")}`, 0o600);
  return { ...known, ...added };
}
