import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { root, sourceFiles } from "../node/project/source-files";

const KB = 1000;
const fetched = async (path: string) => await fetch(new URL(path, inject("origin")));

// What HTML, CSS and script of each screen weigh: tests/e2e/screens.test.ts.
it("the first view of the landing page, with its typeface and all its drawings, is at most 60 kB; pictures of the app wait", async () => {
  const html = await (await fetched("/")).text();
  const pictures = [...html.matchAll(/<img\s[^>]*>/g)].map(([tag]) => tag);
  const sources = pictures.map((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? "");
  for (const tag of pictures) expect(tag).toContain('loading="lazy"');
  const fonts = [...html.matchAll(/url\("?(\/fonts\/[^)"]+)/g)].map(([, path]) => path ?? "");
  expect(fonts).toHaveLength(1);
  let bytes = gzipSync(html).length;
  for (const path of [...fonts, ...sources.filter((source) => source.endsWith(".svg"))])
    bytes += gzipSync(new Uint8Array(await (await fetched(path)).arrayBuffer())).length;
  expect(bytes).toBeLessThanOrEqual(60 * KB);
});

describe("the bundles", () => {
  // What the two deployed Workers and the pages consist of.

  type Bundle = { code: string; inputs: string[]; gzipBytes: number };

  const scratch = mkdtempSync(join(tmpdir(), "dunnage-bundles-"));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  function bundleOf(config: string, name: string): Bundle {
    const folder = join(scratch, name);
    const wrangler = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
    const metafile = join(folder, "meta.json");
    execFileSync(
      process.execPath,
      [wrangler, "deploy", "--dry-run", "-c", config, "--outdir", folder, `--metafile=${metafile}`],
      {
        cwd: root,
        stdio: "pipe",
        env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true", NODE_OPTIONS: "" },
      },
    );
    const code = readdirSync(folder)
      .filter((file) => file.endsWith(".js"))
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("\n");
    const { inputs } = JSON.parse(readFileSync(metafile, "utf8")) as { inputs: Record<string, unknown> };
    const deployed = readdirSync(folder).filter((file) => /\.(js|ttf|wasm|bin)$/.test(file));
    const gzipBytes = deployed.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
    return { code, inputs: Object.keys(inputs), gzipBytes };
  }

  describe.each([
    { name: "app", config: "workers/production.toml", most: 700_000 },
    { name: "settlement", config: "workers/settlement/wrangler.toml", most: 1_500_000 },
  ])("the deployed $name Worker", ({ name, config, most }) => {
    let bundle: Bundle;
    beforeAll(() => {
      bundle = bundleOf(config, name);
    });

    it("is built from its own sources only, without the sandbox, the local clock and the tests", () => {
      // The app's own are in Remix's build already.
      expect(bundle.inputs.length).toBeGreaterThan(1);
      expect(bundle.inputs.filter((input) => /(^|\/)(workers\/(sandbox|local)|tests|scripts)\//.test(input))).toEqual(
        [],
      );
    });

    it(`weighs at most ${most} bytes, gzip, of the 3 MB that a Worker may`, () =>
      expect(bundle.gzipBytes).toBeLessThanOrEqual(most));

    // Vite bundles the app first, which hides file names, so texts of what is only local are searched for too.
    it.each([
      ["the sandbox", "no real money", "workers/sandbox/"],
      ["the door for the tests' own statements", "x-sql-door", "workers/local/sql-door.ts"],
    ])("contains no text that only %s has", (_, marker, place) => {
      const holders = sourceFiles(["app", "workers"], /\.tsx?$/).filter(({ text }) => text.includes(marker));
      expect(holders.length).toBeGreaterThan(0);
      expect(holders.every(({ path }) => path.startsWith(place))).toBe(true);
      expect(bundle.code).not.toContain(marker);
    });
  });

  it("the app Worker does not contain the code that draws certificates", () =>
    expect(readFileSync(join(scratch, "app", "app.js"), "utf8")).not.toMatch(/fontkit|PDFDocument/i));

  it("the app Worker contains what it asks Stripe for, and none of the rest of Stripe's API", () => {
    const code = readFileSync(join(scratch, "app", "app.js"), "utf8");
    const asked = sourceFiles(["app/integrations/payments"], /\.ts$/)
      .flatMap(({ text }) => [...text.matchAll(/\bstripe\s*\.((?:[a-z]\w*\s*\.\s*)+)[a-z]\w*\(/g)])
      .map(([, names = ""]) =>
        names
          .split(/[\s.]+/)
          .filter(Boolean)
          .join("/"),
      );
    expect(new Set(asked)).toEqual(new Set(["checkout/sessions", "refunds", "disputes"]));
    for (const resource of asked) expect(code).toContain(`"/v1/${resource}"`);
    // What leads from the client to the sessions, too: without it no one could pay by card.
    expect(code).toMatch(/\bsessions ?= ?new \w+\(/);
    expect(code).not.toContain("/v1/invoices");
  });
});
