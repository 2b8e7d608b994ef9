// npm run db:generate: writes migrations/0000_tables.sql and 0001_rules.sql from app/db/schema and app/db/rules.ts, as long as nothing is
// deployed. `-- --name what-changed`, once something is: a new migration with what changed of both. drizzle-kit cannot write STRICT, so
// this script adds it, and refuses what D1 would refuse.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { inRoot, root } from "./steps/project.mjs";

const SEPARATOR = "\n--> statement-breakpoint\n";
const folder = inRoot("migrations");
const migrations = () => readdirSync(folder).filter((name) => name.endsWith(".sql"));
mkdirSync(inRoot(".wrangler"), { recursive: true });
const draft = mkdtempSync(inRoot(".wrangler", "db-generate-"));

/** What works in SQLite but not on D1, where foreign keys are always on. */
const refusals = [
  [/`__new_/, "makes a table again, which D1 refuses once other tables refer to it"],
  [/ADD [^;]*NOT NULL[^;]*REFERENCES/, "adds a column that is NOT NULL and refers to another table: leave it nullable"],
];

const withOptions = (sql) =>
  sql.replaceAll(/^CREATE TABLE[\s\S]*?^\);/gm, (table) => table.replace(/\);$/, ") STRICT;"));

function drizzleKit(out, ...args) {
  // drizzle-kit asks at the terminal whether a column was renamed.
  const command = [
    inRoot("node_modules", "drizzle-kit", "bin.cjs"),
    "generate",
    "--dialect",
    "sqlite",
    "--schema",
    "./app/db/schema/*.ts",
  ];
  const { status } = spawnSync(process.execPath, [...command, "--out", out, ...args], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("drizzle-kit failed");
}

async function rowTriggers() {
  const schema = readdirSync(inRoot("app/db/schema")).map((name) => `export * from "./app/db/schema/${name}";`);
  const contents = `${schema.join("\n")}\nexport { rowTriggers } from "./app/db/rules";\nexport { is } from "drizzle-orm";\nexport { SQLiteTable } from "drizzle-orm/sqlite-core";`;
  const outfile = join(draft, "rules.mjs");
  await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "error",
  });
  const { rowTriggers: make, is, SQLiteTable, ...all } = await import(pathToFileURL(outfile).href);
  return make(Object.values(all).filter((one) => is(one, SQLiteTable)));
}

/** The last definition of each trigger in the migrations. */
function triggersNow() {
  const found = new Map();
  for (const name of migrations().sort())
    for (const statement of readFileSync(join(folder, name), "utf8").split(SEPARATOR)) {
      const [, verb, trigger] = /^(CREATE|DROP) TRIGGER (\w+)/m.exec(statement) ?? [];
      if (verb)
        found.set(trigger, verb === "CREATE" ? statement.slice(statement.indexOf("CREATE TRIGGER")).trim() : null);
    }
  return found;
}

try {
  const triggers = await rowTriggers();
  if (process.argv.includes("--name")) {
    const before = new Set(migrations());
    const now = triggersNow();
    drizzleKit("./migrations", ...process.argv.slice(2));
    const changed = triggers.filter(({ name, text }) => now.get(name) !== text);
    const added = migrations().find((name) => !before.has(name));
    const statements = changed.flatMap(({ name, text }) => [...(now.get(name) ? [`DROP TRIGGER ${name};`] : []), text]);
    if (!added && statements.length > 0)
      throw new Error("Only rules changed: run it with --custom --name what-changed.");
    if (added) {
      const sql = [withOptions(readFileSync(join(folder, added), "utf8")).trimEnd(), ...statements].join(SEPARATOR);
      writeFileSync(join(folder, added), `${sql}\n`);
      for (const [pattern, problem] of refusals)
        if (pattern.test(sql))
          throw new Error(`migrations/${added} ${problem}. Delete it and its entry in meta (docs/how-to-change.md).`);
    }
  } else {
    drizzleKit(draft, "--name", "tables");
    const snapshot = join(folder, "meta", "0000_snapshot.json");
    const { id, prevId } = JSON.parse(readFileSync(snapshot, "utf8"));
    const made = JSON.parse(readFileSync(join(draft, "meta", "0000_snapshot.json"), "utf8"));
    writeFileSync(snapshot, JSON.stringify({ ...made, id, prevId }, null, 2));
    const tables = withOptions(readFileSync(join(draft, "0000_tables.sql"), "utf8")).trimEnd();
    writeFileSync(
      join(folder, "0000_tables.sql"),
      `-- Written by \`npm run db:generate\` from app/db/schema.\n${tables}\n`,
    );
    const rules = triggers.map(({ text }) => text).join(SEPARATOR);
    writeFileSync(
      join(folder, "0001_rules.sql"),
      `-- Written by \`npm run db:generate\` from app/db/rules.ts and the lists of names in app/db/schema.\n${rules}\n`,
    );
  }
} finally {
  rmSync(draft, { recursive: true, force: true });
}
