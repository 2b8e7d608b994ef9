import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { fillData } from "./fill.mjs";
import { inRoot } from "../steps/project.mjs";

// Large books on disk, in the form in which Miniflare keeps its bindings: made once for each size.

export const BINDINGS = {
  d1Databases: { DB: "00000000-0000-0000-0000-000000000001" },
  kvNamespaces: { SESSIONS: "00000000000000000000000000000001" },
  r2Buckets: { CERTIFICATES: "dunnage-certificates", PROOF: "dunnage-proof" },
  queueProducers: { SETTLEMENTS: "dunnage-settlements" },
};

const EMPTY = "export default { fetch: () => new Response() }";

/** The key that account numbers of books are sealed with, beside them: whoever serves the books gives it to the app. */
const keyFile = (folder) => join(folder, "bank-details-key");
export const keyOfData = (folder) => readFileSync(keyFile(folder), "utf8");

/** The app's own sealer. */
async function sealerOf(key) {
  const entryPoints = [inRoot("app", "server", "seal.ts")];
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: "esm",
    alias: { "~": inRoot("app") },
  });
  const { createSealer } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return createSealer({ BANK_DETAILS_KEY: key });
}

/** @returns {Promise<string>} the folder of books with that many stakes, which later calls find again */
export async function ensureData(stakes, folder = join(tmpdir(), "dunnage-data")) {
  const [whole, partly] = [join(folder, String(stakes)), join(folder, `${stakes}.part`)];
  if (existsSync(keyFile(whole))) return whole;
  rmSync(whole, { recursive: true, force: true });
  rmSync(partly, { recursive: true, force: true });
  mkdirSync(partly, { recursive: true });
  const key = randomBytes(32).toString("base64");
  writeFileSync(keyFile(partly), key);
  const mf = new Miniflare({
    modules: true,
    script: EMPTY,
    compatibilityDate: "2026-04-20",
    defaultPersistRoot: partly,
    ...BINDINGS,
  });
  try {
    const db = await mf.getD1Database("DB");
    for (const statement of migrationStatements()) await db.prepare(statement).run();
    await fillData(db, stakes, Date.now(), (await sealerOf(key)).seal);
  } finally {
    await mf.dispose();
  }
  renameSync(partly, whole);
  return whole;
}

function migrationStatements() {
  const folder = inRoot("migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const texts = files.sort().map((name) => readFileSync(join(folder, name), "utf8"));
  return texts.flatMap((text) => text.split("--> statement-breakpoint")).filter((statement) => statement.trim() !== "");
}
