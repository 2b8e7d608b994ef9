import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withoutSpares } from "../../scripts/vite-plugins";
import { offenders, root, sourceFiles } from "./project/source-files";

const code = sourceFiles(["app", "workers", "tests", "scripts"], /\.(tsx?|mjs|css)$/);
const product = code.filter(({ path }) => /^(app|workers)\//.test(path));
const settings = sourceFiles(["workers", "tests", "docs", "migrations"], /\.(toml|md|sql|ya?ml)$/);
const lines = (text: string) => text.split("\n").length - 1;

// Split, so that this file does not match its own rule.
const switchedOff = new RegExp(`@ts-(${["ignore", "nocheck"].join("|")})|(es|ox)lint-${"disable"}`);
const skipped = new RegExp(`\\b(it|test|describe)\\.(${["only", "skip", "todo"].join("|")})\\(`);

describe("source files", () => {
  it("have at most 300 lines, content texts aside", () => {
    const tooLong = offenders(code, ({ path, text }) => lines(text) > 300 && !path.startsWith("app/content/"));
    expect(tooLong).toEqual([]);
  });

  it("are named in kebab-case, routes like their URL", () => {
    const named = /^[a-z0-9]+([-.][a-z0-9]+)*\.[a-z]+$/;
    const misnamed = offenders(
      code,
      ({ path }) => !path.includes("/routes/") && !named.test(path.split("/").at(-1) ?? ""),
    );
    expect(misnamed).toEqual([]);
  });

  it("put no page inside another, which would be shown in its place: 'notices_.$id' lies beside 'notices'", () => {
    const routes = product.flatMap(({ path }) => /^app\/routes\/(.+?)(?:\/route\.tsx|\.ts)$/.exec(path)?.[1] ?? []);
    const inside = routes.filter((name) => routes.some((other) => name.startsWith(`${other}.`)));
    expect(inside).toEqual([]);
    expect(routes.length).toBeGreaterThan(80);
  });

  it("have no drawer for odds and ends", () => {
    expect(
      offenders(
        code,
        ({ path }) =>
          /(^|\/)(utils?|misc|helpers?|common|shared|index\.tsx?$)(\/|\.|$)/.test(path) &&
          !/^workers\/\w+\/index\.ts$/.test(path),
      ),
    ).toEqual([]);
  });

  it("have classes only where a style sheet looks for them", () => {
    const sources = sourceFiles(["app"], /\.css$/).flatMap(({ text }) =>
      [...text.matchAll(/@source "\.\/([^"]+)"/g)].map(([, source = ""]) => source.replace(/\/\*\.tsx$/, "")),
    );
    expect(sources).toContain("ui");
    const patterns = sources.map((source) => source.replaceAll(/[.$]/g, "\\$&").replaceAll("*", "[^/]*"));
    const read = new RegExp(`^app/(${patterns.filter((one) => !one.includes("{")).join("|")})(/|$)`);
    const dressed = ({ path, text }: { path: string; text: string }) =>
      /^app\/(?!mail\/)/.test(path) && /\bclassName=/.test(text);
    expect(offenders(code, (file) => dressed(file) && !read.test(file.path))).toEqual([]);
  });

  it("disable no check and skip no test", () =>
    expect(offenders(code, ({ text }) => switchedOff.test(text) || skipped.test(text))).toEqual([]));

  it("start no Workers in tests outside tests/e2e: all others share one workerd", () => {
    const starts = /from "(miniflare|wrangler)"|\bspawn\(|unstable_(dev|start)|throwaway[-]run/;
    const tests = code.filter(({ path }) => path.startsWith("tests/") && !path.startsWith("tests/e2e/"));
    expect(offenders(tests, ({ text }) => starts.test(text))).toEqual([]);
  });

  it("contain no provider key", () => {
    const key =
      /\b(sk|rk)_live_\w{8}|\bsk_test_\w{20}|\bwhsec_\w{20}|\bpav1_\w{20}|\bre_[A-Za-z0-9]{8,}_\w{16}|-----BEGIN [A-Z ]*PRIVATE KEY/;
    expect(offenders([...product, ...settings], ({ text }) => key.test(text))).toEqual([]);
  });
});

describe("migrations", () => {
  const migrations = sourceFiles(["migrations"], /\.sql$/);
  const triggers = migrations.flatMap(({ path, text }) =>
    [...text.matchAll(/CREATE TRIGGER\s+(?:IF NOT EXISTS\s+)?(\S+)[\s\S]*?\bEND;/gi)].map((match) => ({
      name: `${path}: ${match[1]}`,
      text: match[0],
      body: /\bBEGIN\b([\s\S]*)\bEND;$/.exec(match[0])?.[1] ?? "",
    })),
  );

  let copy: string;

  beforeAll(() => {
    mkdirSync(join(root, "tests", ".tmp"), { recursive: true });
    copy = mkdtempSync(join(root, "tests", ".tmp", "migrations-"));
    cpSync(join(root, "migrations"), copy, { recursive: true });
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("are written with LF only, which remote D1 needs", () => {
    expect(migrations.length).toBeGreaterThan(0);
    expect(offenders(migrations, ({ text }) => text.includes("\r"))).toEqual([]);
  });

  it("have triggers that remote D1 can take: upper-case BEGIN and END, one statement, no CASE", () => {
    expect(triggers.length).toBeGreaterThan(0);
    const count = migrations.reduce((sum, { text }) => sum + [...text.matchAll(/CREATE TRIGGER/gi)].length, 0);
    expect(triggers.length).toBe(count);
    const refused = triggers.filter(
      ({ text, body }) =>
        /\b(begin|end)\b/.test(text.replaceAll(/'[^']*'/g, "''")) ||
        body.trim() === "" ||
        /\bCASE\b/i.test(text) ||
        body
          .replaceAll(/'[^']*'/g, "''")
          .trim()
          .replace(/;$/, "")
          .includes(";"),
    );
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  it("declare what app/db/schema declares: drizzle-kit has nothing to generate", () => {
    const kit = join(root, "node_modules", "drizzle-kit", "bin.cjs");
    const options = ["--dialect", "sqlite", "--schema", "./app/db/schema/*.ts", "--out", relative(root, copy)];
    const made = spawnSync(process.execPath, [kit, "generate", ...options], { cwd: root, encoding: "utf8" });
    expect(made.stdout + made.stderr).toContain("No schema changes");
    expect(readdirSync(copy).sort()).toEqual(readdirSync(join(root, "migrations")).sort());
  });

  it("create only STRICT tables", () => {
    const texts = readdirSync(copy)
      .filter((name) => name.endsWith(".sql"))
      .map((name) => readFileSync(join(copy, name), "utf8"));
    const tables = texts.flatMap((text) => text.match(/^CREATE TABLE[\s\S]*?;$/gm) ?? []);
    expect(tables.length).toBeGreaterThan(50);
    expect(tables.filter((table) => !/\) STRICT(, WITHOUT ROWID)?;$/.test(table))).toEqual([]);
  });
});

const app = new URL("../../app/", import.meta.url);
const read = (path: string) => {
  const file = new URL(path, app);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

const css =
  "a{b:c}::file-selector-button{d:e}::-webkit-datetime-edit{f:g}::placeholder{h:i}html{font-family:var(--font-sans,Arial)}";

it("the style that pages of a kind share leaves out the reset of fields that none of them has", () => {
  expect(withoutSpares(css, { rareFields: false })).toBe("a{b:c}::placeholder{h:i}html{font-family:var(--font-sans)}");
  expect(withoutSpares(css, { rareFields: true })).toContain("::file-selector-button{d:e}::-webkit-datetime-edit{f:g}");
});

/** `a/{b,c}.tsx` as `a/b.tsx` and `a/c.tsx`. */
const expanded = (pattern: string) =>
  (/\{(.*)\}/.exec(pattern)?.[1]?.split(",") ?? [""]).map((name) => pattern.replace(/\{.*\}/, name));
/** The routes whose handle names this stylesheet. */
const routesWith = (sheet: string) =>
  readdirSync(new URL("routes", app)).filter((name) =>
    new RegExp(`handle: PageHandle = \\{[^}]*(?:investor|style): "${sheet}"`).test(read(`routes/${name}/route.tsx`)),
  );
const INVESTORS_SHEETS = ["account", "purchase"];

it("the pages of investors are the same ones in their handles and where an ended session is told", () => {
  const said = INVESTORS_SHEETS.flatMap(routesWith).sort();
  expect(said.length).toBeGreaterThan(5);
  const told = /OF_INVESTORS =\s+\/\^\\\/\(([^)]+)\)/.exec(read("server/session/page-session.ts"))?.[1];
  expect(told?.split("|").sort()).toEqual(said);
});

describe.each([...INVESTORS_SHEETS, "landing"])("the stylesheet %s.css", (sheet) => {
  const css = read(`${sheet}.css`);
  const routes = routesWith(sheet);

  it("reads the routes that name it", () => {
    const [, named = ""] = /@source "\.\/routes\/\{?([^"}/]*)/.exec(css) ?? [];
    expect(named.split(",").sort()).toEqual(routes);
  });

  it("reads each part that its pages draw, and none besides", () => {
    const drawn = new Set<string>();
    const follow = (path: string) => {
      if (drawn.has(path)) return;
      drawn.add(path);
      for (const [, from = ""] of read(path).matchAll(/\bfrom "([~.][^"?]*)"/g)) {
        const url = new URL(from.replace(/^~\//, app.href), new URL(path, app)).href.slice(app.href.length);
        for (const file of [`${url}.tsx`, `${url}.ts`]) if (existsSync(new URL(file, app))) follow(file);
      }
    };
    follow("root.tsx");
    for (const route of routes)
      for (const name of readdirSync(new URL(`routes/${route}`, app)))
        if (name.endsWith(".tsx")) follow(`routes/${route}/${name}`);
    const listed = [...css.matchAll(/@source "\.\/(ui\/[^"]+)"/g)].flatMap(([, one = ""]) => expanded(one));
    expect(listed.sort()).toEqual([...drawn].filter((path) => /^ui\/(?!console\/)/.test(path)).sort());
  });
});
