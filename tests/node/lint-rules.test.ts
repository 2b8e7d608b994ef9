import { ESLint } from "eslint";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";
import { root, sourceFiles } from "./project/source-files";

const eslint = new ESLint({ cwd: root });

/** Any file in the folder: its text is replaced by the planted one. */
const fileIn = (folder: string, pattern = /\.tsx?$/) => {
  const file = sourceFiles([folder], pattern)[0];
  if (!file) throw new Error(`There is no file in ${folder}`);
  return file.path;
};

async function rulesBroken(filePath: string, text: string) {
  const [result] = await eslint.lintText(text, { filePath });
  return result?.messages.map(({ ruleId, fatal, message }) => (fatal ? message : ruleId)) ?? [];
}

const direction = "dunnage/dependency-direction";

describe("an import against the dependency direction is refused", () => {
  it.each([
    ["app/domain", `import "~/content/company";`],
    ["app/domain", `import "zod";`],
    ["app/content", `import "~/ui/button";`],
    ["app/db", `import "~/core/deps";`],
    ["app/db", `import "../core/deps";`],
    ["app/integrations/mail", `import "~/integrations/payments/stripe";`],
    ["app/integrations/mail", `import "~/db/schema/casks";`],
    ["app/areas/buying", `import "~/integrations/payments/stripe";`],
    ["app/areas/buying", `import "~/server/session/cookie";`],
    ["app/areas/buying", `export * from "~/routes/_index/route";`],
    ["app/areas/casks", `import "~/areas/buying/start-payment";`],
    ["app/areas/casks", `import "~/ui/button";`],
    ["app/areas/console/dead-letters", `import "~/ui/button";`],
    ["app/areas/console/lists", `import "~/server/session/cookie";`],
    ["app/areas/console/lists", `import "~/integrations/mail/resend";`],
    ["app/areas/accounts", `import type { Payment } from "~/areas/buying/started-payment";`],
    ["app/core", `import "~/areas/accounts/login/start-login";`],
    ["app/areas/buying", `import "~/areas/casks/inside/need-of-two";`],
    ["app/routes", `import "~/areas/buying/settlement/inside/apply-payment";`],
    ["app/areas/buying/settlement", `import "../../casks/is-published";`],
    ["app/ui", `import "~/db/schema/casks";`],
    ["app/ui", `void import("~/core/deps");`],
    ["app/server", `import "~/integrations/mail/resend";`],
    ["app/server", `import { sql } from "drizzle-orm"; void sql;`],
    ["app/server", `import { users } from "~/db/schema/people"; void users;`],
    ["app/server", `import { formatUsd } from "~/domain/money"; void formatUsd;`],
    ["app/routes", `import "~/integrations/mail/resend";`],
    ["app/routes", `import { casks } from "~/db/schema/casks"; void casks;`],
    ["app/routes", `import "~/api/dispatch";`],
    ["app/areas/buying", `import "~/api/answer";`],
    ["app/server", `import "~/api/answer";`],
    ["app/ui", `import "~/api/answer";`],
    ["app/api", `import "~/ui/button";`],
    ["app/api", `import "~/integrations/mail/resend";`],
    ["app/api", `import { casks } from "~/db/schema/casks"; void casks;`],
    ["app/api", `import { sql } from "drizzle-orm"; void sql;`],
    ["workers/settlement", `import "~/api/answer";`],
    ["workers/settlement", `import "../sandbox/index";`],
    ["workers/sandbox", `import "~/core/deps";`],
  ])("in %s: %s", async (folder, text) => {
    expect(await rulesBroken(fileIn(folder), text)).toContain(direction);
  });

  it("but not one along it", async () => {
    const allowed = `import { formatUsd } from "~/domain/money";\nvoid formatUsd;\n`;
    expect(await rulesBroken(fileIn("app/ui"), allowed)).toEqual([]);
    expect(await rulesBroken(fileIn("app/areas/buying"), `import "~/areas/casks/is-published";\n`)).toEqual([]);
    expect(await rulesBroken(fileIn("app/areas/console/lists"), `import "~/ui/button";\n`)).toEqual([]);
    expect(await rulesBroken(fileIn("app/areas/buying"), `import "./settlement/inside/apply-payment";\n`)).toEqual([]);
    expect(await rulesBroken("app/routes/api.$.ts", `import "~/api/dispatch";\n`)).toEqual([]);
    expect(await rulesBroken("app/server/deps.ts", `import "~/integrations/mail/resend";\n`)).toEqual([]);
  });
});

const vendorNames = "dunnage/vendor-names";

describe("a vendor's name is refused", () => {
  it.each([
    ...PROVIDER_NAMES.map((name): [string, string] => ["app/areas/buying", `export const provider = "${name}";`]),
    ["app/areas/buying", `export const stripeSession = 1;`],
    ["app/areas/buying", `export type Session = { copperxId: string };`],
    ["app/domain", `/** Copperx takes no shorter one. */\nexport const MS = 1;`],
    ["app/server", `export const host = \`https://\${1}.stripe.com\`;`],
    ["app/server", `export const sendByResend = 1;`],
    ["app/routes", `import type { A } from "~/integrations/phone-codes/msg91";\nexport type B = A;`],
    ["app/ui", `export const key = "RESEND_API_KEY";`],
    ["workers/settlement", `// What Stripe says.\nexport {};`],
  ])("in %s: %s", async (folder, text) => {
    expect(await rulesBroken(fileIn(folder), text)).toContain(vendorNames);
  });

  it.each([
    ["app/integrations/payments", `export const provider = "stripe";`],
    ["app/content", `export const processor = "Stripe";`],
    ["app/ui", `export const href = "/stripe-secure?cask=1";`],
    ["app/server", `export const path = "/webhooks/copperx";`],
    ["app/areas/buying", `export type Sent = { msg91Id: string };`],
    ["app/areas/buying", `export const resendCode = "resend";`],
  ])("but not in %s: %s", async (folder, text) => {
    expect(await rulesBroken(fileIn(folder), text)).toEqual([]);
  });
});

const visitorTexts = "dunnage/visitor-texts";

describe("a visitor's text outside app/content is refused", () => {
  it.each([
    ["app/routes", `export const A = () => <p>Sold out</p>;`],
    ["app/routes", `export const A = ({ n }: { n: number }) => <p>of {n}</p>;`],
    ["app/routes", `export const A = ({ is }: { is: boolean }) => <p>{is ? "Paid" : null}</p>;`],
    ["app/routes", `export const A = ({ n }: { n: number }) => <p>{\`in \${n} days\`}</p>;`],
    ["app/ui", `export const A = () => <nav aria-label="Main" />;`],
    ["app/ui", `export const A = ({ t }: { t?: string }) => <img src="/a.png" alt={t ?? "A cask"} />;`],
    ["app/routes", `export const meta = () => [{ title: \`Wallet · \${1}\` }];`],
    ["app/areas/buying", `export const refused = { message: "Try again." };`],
    ["app/areas/buying", `export const column = { label: "Amount" };`],
    ["app/areas/console/lists", `export const refused = { message: "Try again." };`],
    ["app/api", `export const refused = { message: "Try again." };`],
    ["app/server", `export const page = { heading: "Log in" as const };`],
  ])("in %s: %s", async (folder, text) => {
    expect(
      await rulesBroken(fileIn(folder, /^app\/(areas|server|api)/.test(folder) ? /\.ts$/ : /\.tsx$/), text),
    ).toContain(visitorTexts);
  });

  it("but not text that no one reads, or that comes from app/content", async () => {
    const allowed = `import { siteTexts } from "~/content/site-texts";
export const A = ({ n }: { n: number }) => (
  <p className={n > 1 ? "font-semibold" : "text-sm"} aria-label={siteTexts.back}>
    {siteTexts.back} · {n === 1 && <span>{siteTexts.errorPrefix}</span>}.
  </p>
);
`;
    expect(await rulesBroken(fileIn("app/ui", /\.tsx$/), allowed)).toEqual([]);
    expect(await rulesBroken(fileIn("app/api"), `export const call = { summary: "Ask for a return." };\n`)).toEqual([]);
    expect(await rulesBroken(fileIn("app/content"), `export const texts = { title: "Sold out" };\n`)).toEqual([]);
    expect(
      await rulesBroken(fileIn("app/areas/console/lists"), `export const column = { label: "Amount" };\n`),
    ).toEqual([]);
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
      "app/areas/buying",
      "no-restricted-syntax",
      `export const f = (db: { batch: (all: string[]) => string[] }) => db.batch(["a"])[0];`,
    ],
    [
      "app/areas/buying",
      "no-restricted-syntax",
      `export const own = { statements: [], read: ([first]: string[]) => first };`,
    ],
    ["app/routes", "no-restricted-imports", `export { Link } from "@remix-run/react";`],
    ["app/ui", "no-restricted-imports", `import { useNavigate } from "@remix-run/react"; void useNavigate;`],
    ["app/server", "no-restricted-imports", `import { redirect } from "@remix-run/router"; void redirect;`],
    ["app/ui", "no-restricted-imports", `import { useId } from "react"; void useId;`],
    ["app/islands", "no-restricted-imports", `import { useId } from "react"; void useId;`],
  ])("in %s: %s", async (folder, rule, text) => {
    expect(await rulesBroken(fileIn(folder), text)).toContain(rule);
  });

  it("a style attribute", async () => {
    const text = `export const Box = () => <p style={{ color: "red" }}>red</p>;`;
    expect(await rulesBroken(fileIn("app/ui", /\.tsx$/), text)).toContain("no-restricted-syntax");
  });

  it("a comment that switches a rule off", async () => {
    const off = ["eslint", "disable"].join("-");
    const batch = `export const f = (db: { batch: (all: string[]) => string[] }) => db.batch(["a"])[0];`;
    const text = `/* ${off} no-restricted-syntax */\n${batch}`;
    expect(await rulesBroken(fileIn("app/areas/buying"), text)).toContain("no-restricted-syntax");
  });
});

describe("what Oxlint looks after is refused", () => {
  mkdirSync(join(root, "tests", ".tmp"), { recursive: true });
  const place = mkdtempSync(join(root, "tests", ".tmp", "lint-"));
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it.each([
    ["app/areas/buying/a.ts", "no-console", `console.log("hello");`],
    ["app/areas/buying/b.ts", "no-explicit-any", `export const f = (value: any) => String(value);`],
    ["app/areas/buying/c.ts", "no-floating-promises", `export const f = () => { Promise.resolve(1); };`],
    ["tests/d.test.ts", "await-thenable", `export const f = async () => { await 1; };`],
    ["scripts/e.mjs", "no-undef", `nobodyKnows();`],
  ])("in %s: %s", (path, rule, text) => {
    for (const file of [".oxlintrc.json", "tsconfig.json"]) copyFileSync(join(root, file), join(place, file));
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
    const oxlint = join(root, "node_modules", "oxlint", "bin", "oxlint");
    const { stdout } = spawnSync(process.execPath, [oxlint, "--format=unix", path], { cwd: place, encoding: "utf8" });
    expect(stdout).toContain(`(${rule})`);
  });
});
