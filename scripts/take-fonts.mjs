// Takes the typefaces of certificates from npm packages: node scripts/take-fonts.mjs FOLDER, where FOLDER is a project of its
// own with @fontsource/noto-sans-* installed (5.3.0 at present). Kept in the repository, because the same facts must give the
// same bytes, in one file that lies in the bucket and is read in parts. Chinese comes in pieces of at most 55 kB, so that a name
// of three characters reads three of them and not 10 MB.
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inRoot } from "./steps/project.mjs";

const { create } = createRequire(import.meta.url)("@cantoo/fontkit");
const from = process.argv[2];
if (!from) throw new Error("Name the folder whose node_modules hold @fontsource/noto-sans-*");

const certificates = inRoot("app", "areas", "holdings", "certificates");
const bundled = join(certificates, "fonts");
const target = inRoot("workers", "settlement", "fonts");
const scripts = [
  "arabic",
  "bengali",
  "devanagari",
  "gujarati",
  "gurmukhi",
  "kannada",
  "malayalam",
  "oriya",
  "tamil",
  "telugu",
];

const lettersIn = (file) => create(new Uint8Array(readFileSync(file))).characterSet;
const filesOf = (name) => join(from, "node_modules", "@fontsource", `noto-sans-${name}`, "files");

/** Numbered pieces of Chinese hold what the named ones repeat. */
function sources() {
  const pieces = readdirSync(filesOf("sc")).filter((name) => /^noto-sans-sc-\d+-400-normal\.woff$/.test(name));
  return [
    ...scripts.map((name) => join(filesOf(name), `noto-sans-${name}-${name}-400-normal.woff`)),
    ...pieces.map((name) => join(filesOf("sc"), name)),
  ];
}

/** '41-5a,61': ranges of code points in hexadecimal. */
function asRanges(letters) {
  const ranges = [];
  for (const letter of [...letters].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === letter - 1) last[1] = letter;
    else ranges.push([letter, letter]);
  }
  return ranges
    .map(([first, end]) => (first === end ? [first] : [first, end]).map((n) => n.toString(16)).join("-"))
    .join();
}

/** One bit for each code point below 10000, hexadecimal. */
function asBits(letters) {
  const bits = new Uint8Array(0x10000 / 8);
  for (const letter of letters) if (letter < 0x10000) bits[letter >> 3] |= 1 << (letter & 7);
  return Buffer.from(bits).toString("base64");
}

const own = new Set(
  readdirSync(bundled)
    .filter((name) => name.endsWith(".ttf"))
    .flatMap((name) => lettersIn(join(bundled, name))),
);
const drawable = new Set(own);
const lines = [];
const files = [];
let at = 0;
for (const source of sources()) {
  const name = basename(source, ".woff")
    .replace("-400-normal", "")
    .replace(/-(\w+)-\1$/, "-$1");
  const letters = lettersIn(source).filter((letter) => letter > 0x20 && !own.has(letter));
  for (const letter of letters) drawable.add(letter);
  const file = readFileSync(source);
  lines.push(`${name} ${at} ${file.length} ${asRanges(letters)}`);
  files.push(file);
  at += file.length;
}
const pack = Buffer.concat(files);
const key = `fonts/${createHash("sha256").update(pack).digest("hex").slice(0, 16)}.pack`;
mkdirSync(target, { recursive: true });
writeFileSync(join(target, "certificate-fonts.pack"), pack);
const licences = [...scripts, "sc"].map(
  (name) => `Noto Sans, ${name}\n\n${readFileSync(join(filesOf(name), "..", "LICENSE"), "utf8").trim()}\n`,
);
writeFileSync(join(target, "LICENSE.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
writeFileSync(
  join(certificates, "inside", "font-pack.ts"),
  [
    "/** Made by scripts/take-fonts.mjs: where in the bucket the fonts lie that are not part of the Worker. Named by its hash. */",
    `export const PACK_KEY = ${JSON.stringify(key)};`,
    "",
    "/** Of each font its name, where it begins, its length in bytes, and the code points it is there for. */",
    `export const PACKED_FONTS = [\n${lines.map((line) => `  ${JSON.stringify(line)},\n`).join("")}] as const;`,
    "",
  ].join("\n"),
);
writeFileSync(
  inRoot("app", "domain", "drawable-bits.ts"),
  [
    "/** Made by scripts/take-fonts.mjs: one bit, lowest first, for each code point below U+10000 that a face of ours has. */",
    `export const DRAWABLE_BITS =\n  "${asBits(drawable)}";`,
    "",
  ].join("\n"),
);
console.log(`${key}: ${files.length} fonts, ${pack.length} bytes; ${drawable.size} letters in all`);
