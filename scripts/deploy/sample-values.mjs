// Finds what the content still has of the samples it came with: every one has to be replaced before going live.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { readIfThere } from "../steps/atomic-file.mjs";

const SAMPLE = /\bsample\b|\.example\b|[_-]example\b|@dunnage\.|^(GB)?0{6,}$|5555 ?0000/i;

async function load(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Every text in a value, with its place: `company.support.email`. */
function textsIn(value, place) {
  if (typeof value === "string") return [{ place, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place}.${key}`));
}

/** The ids of claims whose source says that it is none. */
function claimsIn(value) {
  if (typeof value !== "object" || value === null) return [];
  if (typeof value.source === "string") return value.source.startsWith("Sample") ? [value.id] : [];
  return Object.values(value).flatMap(claimsIn);
}

/** The address that pages, emails and legal texts name. */
export async function siteUrlOf(root) {
  const { company } = await load(join(root, "app", "content", "company.ts"));
  return company.siteUrl;
}

/**
 * @param {string} root the project's folder
 * @returns {Promise<{ file: string, what: string }[]>}
 */
export async function findSampleValues(root) {
  const folder = join(root, "app", "content");
  const { company } = await load(join(folder, "company.ts"));
  const values = textsIn(company, "company").filter(({ text }) => SAMPLE.test(text));
  const unproved = new Set(claimsIn(await load(join(folder, "claims.ts"))));
  const marked = readdirSync(folder)
    .filter((name) => name.startsWith("legal-") && /^\/\/ SAMPLE/.test(readIfThere(join(folder, name)) ?? ""))
    .map((name) => ({ file: `app/content/${name}`, what: "a sample text, as its first line says" }));
  return [
    ...values.map(({ place, text }) => ({ file: "app/content/company.ts", what: `${place} is "${text}"` })),
    ...[...unproved].map((id) => ({
      file: "app/content/claims.ts",
      what: `the claim "${id}" has no source of its own`,
    })),
    ...marked,
  ];
}
