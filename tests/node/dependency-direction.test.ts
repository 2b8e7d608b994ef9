import { ESLint } from "eslint";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { root, sourceFiles } from "./project/source-files";

const eslint = new ESLint({ cwd: root });

/** Any file that stands in the folder: its text is replaced by the planted one. */
const fileIn = (folder: string, pattern = /\.tsx?$/) => {
  const file = sourceFiles([folder], pattern)[0];
  if (!file) throw new Error(`There is no file in ${folder}`);
  return file.path;
};

async function rulesBroken(filePath: string, text: string) {
  const [result] = await eslint.lintText(text, { filePath });
  return result?.messages.map(({ ruleId, fatal, message }) => (fatal ? message : ruleId)) ?? [];
}

// The first question makes ESLint read the whole program's types.
vi.setConfig({ testTimeout: 30_000 });
beforeAll(async () => void (await rulesBroken(fileIn("app/domain"), "export {};")), 60_000);

const direction = "dunnage/dependency-direction";

describe("a planted import against the direction is refused", () => {
  it.each([
    ["app/domain", `import "~/content/company";`],
    ["app/domain", `import "zod";`],
    ["app/content", `import "~/ui/button";`],
    ["app/db", `import "~/features/deps";`],
    ["app/db", `import "../features/deps";`],
    ["app/integrations/mail", `import "~/integrations/payments/stripe";`],
    ["app/integrations/mail", `import "~/db/schema/casks";`],
    ["app/features", `import "~/integrations/payments/stripe";`],
    ["app/features", `import "~/server/session/cookie";`],
    ["app/features", `export * from "~/routes/_index/route";`],
    ["app/ui", `import "~/db/schema/casks";`],
    ["app/ui", `void import("~/features/deps");`],
    ["app/server", `import "~/integrations/mail/resend";`],
    ["app/routes", `import "~/integrations/mail/resend";`],
    ["app/routes", `import { casks } from "~/db/schema/casks"; void casks;`],
    ["app/routes", `import "~/api/dispatch";`],
    ["app/features", `import "~/api/answer";`],
    ["app/server", `import "~/api/answer";`],
    ["app/ui", `import "~/api/answer";`],
    ["app/api", `import "~/ui/button";`],
    ["app/api", `import "~/integrations/mail/resend";`],
    ["app/api", `import { casks } from "~/db/schema/casks"; void casks;`],
    ["workers/settlement", `import "~/api/answer";`],
    ["workers/settlement", `import "../sandbox/index";`],
    ["workers/sandbox", `import "~/features/deps";`],
  ])("in %s: %s", async (folder, text) => {
    expect(await rulesBroken(fileIn(folder), text)).toContain(direction);
  });

  it("but not one along it", async () => {
    const allowed = `import { formatUsd } from "~/domain/money";\nvoid formatUsd;\n`;
    expect(await rulesBroken(fileIn("app/ui"), allowed)).toEqual([]);
    expect(await rulesBroken("app/routes/api.$.ts", `import "~/api/dispatch";\n`)).toEqual([]);
    expect(await rulesBroken("app/server/deps.ts", `import "~/integrations/mail/resend";\n`)).toEqual([]);
  });
});

describe("what the platform forbids is refused", () => {
  it.each([
    [
      "app/db",
      "no-restricted-syntax",
      `export const f = (db: { transaction: (g: () => void) => void }) => db.transaction(() => undefined);`,
    ],
    [
      "app/features",
      "no-restricted-syntax",
      `export const f = (db: { batch: (all: string[]) => string[] }) => db.batch(["a"])[0];`,
    ],
    [
      "app/features",
      "no-restricted-syntax",
      `export const own = { statements: [], read: ([first]: string[]) => first };`,
    ],
    ["app/features", "no-console", `console.log("hello");`],
    ["app/features", "@typescript-eslint/no-explicit-any", `export const f = (value: any) => String(value);`],
    ["app/features", "@typescript-eslint/no-floating-promises", `export const f = () => { Promise.resolve(1); };`],
  ])("in %s: %s", async (folder, rule, text) => {
    expect(await rulesBroken(fileIn(folder), text)).toContain(rule);
  });

  it("a style attribute", async () => {
    const text = `export const Box = () => <p style={{ color: "red" }}>red</p>;`;
    expect(await rulesBroken(fileIn("app/ui", /\.tsx$/), text)).toContain("no-restricted-syntax");
  });

  it("a comment that switches a rule off", async () => {
    const off = ["eslint", "disable"].join("-");
    expect(await rulesBroken(fileIn("app/features"), `/* ${off} no-console */\nconsole.log("x");`)).toContain(
      "no-console",
    );
  });
});
