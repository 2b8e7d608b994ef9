// Checks every kind of page against the HTML standard with the Nu HTML checker: npm run check:html. Not part of `npm
// test`, because it needs Java, which few machines have.
import { chromium } from "playwright-core";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";
import { investorScreens, missingScreens, operatorScreens, publicScreens, signedInScreens } from "./screens.mjs";
import { certificateCode, signIn } from "./screenshots/demo-investor.mjs";
import { plainEnvironment, run } from "./steps/run-command.mjs";
import { startThrowawayRun } from "./steps/throwaway-run.mjs";

const CHECKER = "vnu-jar@26.9.27";

/**
 * What the checker's older CSS support calls an error: its message, and after it what it was found in. Browsers support it or
 * ignore it.
 */
const KNOWN_CSS = [
  // Registered custom properties: CSS Properties and Values API Level 1.
  /^CSS: Unrecognized at-rule .@property/,
  // Where a transition begins: CSS Transitions Level 2.
  /^CSS: Unrecognized at-rule .@starting-style/,
  // A feature query in Tailwind's fallback for @property: `@supports (... margin-trim: inline)`.
  /^CSS: .margin-trim.:/,
  // How one page passes into the next: CSS View Transitions Level 2.
  /^CSS: Unrecognized at-rule .@view-transition/,
  /^CSS: .view-transition-name.: Parse Error/,
  /^CSS: Unknown pseudo-element or pseudo-class .::view-transition/,
  /^CSS: .view-transition-class.: Property/,
  /^CSS: Parse Error.*(?:old|new)\(\.drawn/,
  // Custom properties may be named in a transition.
  /^CSS: .transition-property.: .--tw-/,
];

function stopWith(line) {
  console.error(line);
  process.exit(1);
}

/**
 * Unpacks the checker at its pinned version into the folder. Its own install script would download a Java: we do not
 * run it.
 */
async function fetchChecker(folder) {
  const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", CHECKER];
  const { code, output } = await run("npm", args, { quiet: true, env: plainEnvironment(), timeoutMs: 300_000 });
  const jar = join(folder, "node_modules", "vnu-jar", "build", "dist", "vnu.jar");
  if (code !== 0 || !existsSync(jar)) stopWith(`${CHECKER} could not be fetched: ${output.trim().split("\n").at(-1)}`);
  return jar;
}

/** Submits the form that contains this field, and returns the page that answers, behind the redirect to it. */
async function submitWith(page, path, typed, field) {
  await page.goto(path);
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value);
  const form = page.locator("form", { has: page.locator(`[name=${field}]`) });
  const [response] = await Promise.all([page.waitForNavigation(), form.getByRole("button").first().click()]);
  return response;
}

/** The page of each stake that is listed: held, with a loss, not valued, frozen or sold; and the form for a return. */
async function stakesOf(page) {
  await page.goto("/stakes");
  const links = await page.locator('main a[href^="/stakes/"]').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
  return paths.flatMap((path) => [path, `${path}?dialog=withdraw`]);
}

/** Keeps each page as the server sent it, before any script has changed it. */
async function collect(browser, origins, keep) {
  const open = async () => {
    const context = await browser.newContext({ baseURL: origins.origin, javaScriptEnabled: false });
    return context.newPage();
  };
  const take = async (page, who, paths) => {
    for (const path of paths) keep(`${who} ${path}`, await (await page.goto(path)).text());
  };
  const refuse = async (page, path, typed, field) =>
    keep(`refused ${path} ${field}`, await (await submitWith(page, path, typed, field)).text());

  const visitor = await open();
  await take(visitor, "visitor", [...publicScreens.filter((path) => !path.includes("#")), ...missingScreens]);
  await take(visitor, "visitor", [`/verify/${await certificateCode(origins.stateDir, "investor@dunnage.test")}`]);
  await refuse(visitor, "/get-started?mode=login", { email: "nonsense" }, "email");
  await refuse(visitor, "/get-started?mode=sign-up", { phone_number: "12" }, "phone_number");
  await submitWith(visitor, "/get-started?mode=login", { email: "checked@example.com" }, "email");
  await take(visitor, "visitor", ["/enter-OTP"]);
  await refuse(visitor, "/enter-OTP", {}, "digit");

  for (const who of ["newcomer", "investor"]) {
    const page = await open();
    await signIn(page, origins, `${who}@dunnage.test`);
    await take(page, who, [...signedInScreens, ...missingScreens]);
    await refuse(page, "/personal-details", { email: "nonsense" }, "email");
    if (who === "investor") await take(page, who, [...investorScreens, ...(await stakesOf(page))]);
    if (who === "investor") await refuse(page, "/beneficiary", { name: "" }, "name");
    if (who === "investor")
      await refuse(page, "/wallet?tab=portfolio&dialog=withdraw", { bank_name: "", ifsc_code: "" }, "bank_name");
  }

  const operator = await open();
  await signIn(operator, origins, "operator@dunnage.test");
  for (const path of operatorScreens) {
    await take(operator, "operator", [path]);
    const row = operator.locator("[data-row] a").first();
    const thing = (await row.count()) > 0 ? await row.getAttribute("href") : null;
    if (thing?.startsWith("/operator/")) await take(operator, "operator", [thing]);
  }
}

const java = await run("java", ["-version"], { quiet: true }).catch(() => ({ code: 1 }));
if (java.code !== 0)
  stopWith("npm run check:html needs Java 11 or newer on the PATH, for example the package default-jre-headless.");
const found = await findChromium();
if ("problem" in found) stopWith(found.problem);

const folder = mkdtempSync(join(tmpdir(), "dunnage-html-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const jar = await fetchChecker(folder);
const names = new Map();
const throwaway = await startThrowawayRun();
try {
  const browser = await chromium.launch({ executablePath: found.path, args: chromiumFlags });
  await collect(browser, throwaway, (name, html) => {
    const file = join(folder, `page-${names.size}.html`);
    writeFileSync(file, html);
    names.set(`page-${names.size}.html`, name);
  }).finally(() => browser.close());
} finally {
  await throwaway.stop();
}

const files = [...names.keys()].map((file) => join(folder, file));
const checked = await run("java", ["-jar", jar, "--exit-zero-always", "--format", "json", "--stdout", ...files], {
  quiet: true,
});
const { messages } = JSON.parse(checked.stdout);
const errors = messages
  .filter(({ type, message, extract = "" }) => {
    const said = `${message} ${extract}`.replaceAll("\n", " ");
    return type === "error" && !KNOWN_CSS.some((known) => known.test(said));
  })
  .map(({ url, message, extract = "" }) => `${names.get(url.split("/").at(-1))}: ${message}\n    ${extract.trim()}`);
for (const error of errors) console.error(error);
console.log(`${names.size} pages checked, ${errors.length} errors.`);
process.exitCode = errors.length === 0 ? 0 : 1;
