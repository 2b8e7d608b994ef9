#!/usr/bin/env node
// For the keeper of a warehouse: makes keys and signs statements, on their own computer and without a network. It uses nothing but Node (20
// or newer), so this one file can be copied there. https://www.rfc-editor.org/rfc/rfc8785 is the form in which a statement is signed.
//
//   node scripts/keeper.mjs keys [FILE]             makes a key, in keeper.key unless another name is given, and prints its public half
//   node scripts/keeper.mjs sign FILE [--key FILE]  signs the statement in FILE; writes FILE.signed.json beside it
//
// A statement: {"keeper": "carrick-brae", "date": "2026-11-24", "casks": [{"number": "1187", "present": true, "litres": 118.4, "note": ""}]}
// `litres` are of pure alcohol; null or left out: not measured. A note is published: name no person in it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const USAGE = "usage: node scripts/keeper.mjs keys [FILE] | sign FILE [--key FILE]";
const KEY_FILE = "keeper.key";
const MOST_CASKS = 500;

class Refused extends Error {}

const refuse = (what) => {
  throw new Refused(what);
};

/** Keys sorted, no blanks: the one way to write it. */
const canonical = (value) => JSON.stringify(sorted(value));

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/** The 32 bytes in base64, as they are registered. */
const publicHalf = (privateKey) =>
  createPublicKey(privateKey).export({ type: "spki", format: "der" }).subarray(-32).toString("base64");

function makeKeys(file) {
  if (existsSync(file)) refuse(`${file} is there already: a key is never written over.`);
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  return [
    `Your key is in ${file}. Keep it, and a copy in a safe place; give it to nobody.`,
    "Its public half, which you read to us on the telephone:",
    publicHalf(privateKey),
  ];
}

const isLine = (text, most) =>
  typeof text === "string" && text.length <= most && text === text.trim() && !/[\p{Cc}\p{Cs}]/u.test(text);

const isDate = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

const onlyFields = (value, names, where) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(`${where} is not an object.`);
  const extra = Object.keys(value).find((name) => !names.includes(name));
  if (extra !== undefined) refuse(`${where} has a field '${extra}', which is none of: ${names.join(", ")}.`);
};

function readCask(cask, at) {
  const where = `casks[${at}]`;
  onlyFields(cask, ["number", "present", "litres", "note"], where);
  const { number, present, litres = null, note = "" } = cask;
  if (!isLine(number, 40) || number === "") refuse(`${where}.number is not the number painted on the cask, in quotes.`);
  if (typeof present !== "boolean") refuse(`${where}.present is neither true nor false.`);
  const isMeasured = typeof litres === "number" && litres >= 0 && litres <= 100_000;
  if (litres !== null && !(isMeasured && Number(litres.toFixed(1)) === litres))
    refuse(`${where}.litres is not a number with one decimal at most.`);
  if (!isLine(note, 120))
    refuse(`${where}.note is longer than 120 letters, or has a line break or blanks at its ends.`);
  return { litres, note, number, present };
}

/** The statement as it is signed; what may be left out is filled in. */
export function readStatement(text) {
  let read;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    refuse(`It is not JSON: ${error.message}`);
  }
  onlyFields(read, ["keeper", "date", "casks"], "The statement");
  const { keeper, date, casks } = read;
  if (typeof keeper !== "string" || !/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/.test(keeper))
    refuse("keeper is not the short name that we gave you.");
  if (typeof date !== "string" || !isDate(date)) refuse("date is not a day, written like 2026-11-24.");
  if (!Array.isArray(casks) || casks.length === 0) refuse("casks is not a list of casks.");
  if (casks.length > MOST_CASKS) refuse(`casks has more than ${MOST_CASKS} casks.`);
  const lines = casks.map(readCask);
  const numbers = lines.map(({ number }) => number);
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice !== undefined) refuse(`cask ${twice} is there twice.`);
  return { casks: lines, date, keeper };
}

export function signStatement(statement, privateKey) {
  const signature = sign(null, Buffer.from(canonical(statement), "utf8"), privateKey).toString("base64");
  return canonical({ signature, statement });
}

function signFile(file, keyFile) {
  const statement = readStatement(readFileSync(file, "utf8"));
  const privateKey = createPrivateKey(readFileSync(keyFile, "utf8"));
  if (privateKey.asymmetricKeyType !== "ed25519") refuse(`${keyFile} is no key of this program.`);
  const signed = join(dirname(file), `${basename(file, ".json")}.signed.json`);
  writeFileSync(signed, `${signStatement(statement, privateKey)}\n`);
  const absent = statement.casks.filter(({ present }) => !present).map(({ number }) => number);
  return [
    `Signed for ${statement.keeper}, ${statement.date}: ${statement.casks.length} casks.`,
    ...(absent.length > 0 ? [`Not there: ${absent.join(", ")}.`] : []),
    `Signed with the key ${publicHalf(privateKey)}`,
    `Hand in ${signed} on your page.`,
  ];
}

/** What the command prints, and its exit code. */
export function main(words) {
  const [does, file, option, keyFile = KEY_FILE, ...more] = words;
  try {
    if (does === "keys" && option === undefined) return [makeKeys(file ?? KEY_FILE).join("\n"), 0];
    if (does === "sign" && file && (option === undefined || option === "--key") && more.length === 0)
      return [signFile(file, keyFile).join("\n"), 0];
    return [USAGE, 2];
  } catch (error) {
    if (error instanceof Refused || error.code === "ENOENT") return [`Nothing was signed. ${error.message}`, 1];
    throw error;
  }
}

if (process.argv[1]?.endsWith("keeper.mjs")) {
  const [said, code] = main(process.argv.slice(2));
  (code === 0 ? console.log : console.error)(said);
  process.exitCode = code;
}
