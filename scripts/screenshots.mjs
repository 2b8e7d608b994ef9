// Takes the pictures of the app: WebP for the landing page, PNG for the README. Starts the app with fresh demo data,
// signs in as the demo investor and uses a phone-sized screen: node scripts/screenshots.mjs. The machine needs a system face of
// normal width, such as Inter: whatever it has is in the pictures.
import { chromium } from "playwright-core";
import { mkdirSync, writeFileSync } from "node:fs";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";
import { inRoot, shown } from "./steps/project.mjs";
import { askAtDoor } from "./steps/sql-door.mjs";
import { startThrowawayRun } from "./steps/throwaway-run.mjs";

const phone = { width: 375, height: 812 };
const investor = "investor@dunnage.test";
const largestWebpBytes = 25_000;
/** The landing page shows the screens smaller than a phone does: 525 pixels are sharp enough there. */
const webpScale = 1.4;

/** `crop`: the height of the screen that the landing page shows, from the top or from the first element that `from` selects. */
const shots = (code) => [
  { name: "screen-invest", path: "/invest", from: "article", crop: 605 },
  { name: "screen-cask", path: "/invest", follow: "Cask details", crop: 605 },
  { name: "screen-wallet", path: "/wallet?tab=portfolio", crop: 605 },
  { name: "screen-certificate", path: `/verify/${code}`, crop: 640 },
];

async function open(page, origin, { path, follow }) {
  await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
  if (follow) {
    await page.getByRole("link", { name: follow }).first().click();
    await page.waitForURL((url) => !url.pathname.startsWith(path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
  }
  await page.evaluate(() => document.fonts.ready);
}

/** The best quality that fits: the page must stay light. */
async function webp(page, { from, crop: height }) {
  // High enough that no bar at the bottom of the screen covers what is shown.
  await page.setViewportSize({ ...phone, height: 2 * phone.height });
  const top = from ? (await page.locator(from).first().boundingBox()).y - 16 : 0;
  const session = await page.context().newCDPSession(page);
  for (let quality = 80; quality >= 20; quality -= 5) {
    const clip = { x: 0, y: top, width: phone.width, height, scale: webpScale };
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality, clip });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length <= largestWebpBytes) return { bytes, quality };
  }
  throw new Error("A screenshot does not fit into 25 kB: show less of the screen.");
}

async function newestCode(origin, email) {
  const url = `${origin}/sandbox/outbox?to=${encodeURIComponent(email)}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const { messages } = await (await fetch(url, { headers: { Accept: "application/json" } })).json();
    const code = messages.find((message) => message.code)?.code;
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No login code for ${email} arrived.`);
}

async function signIn(page, { origin, sandboxOrigin }, email) {
  await page.goto(`${origin}/get-started?mode=login`);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="email"]').press("Enter");
  await page.waitForURL("**/enter-OTP**");
  const code = await newestCode(sandboxOrigin, email);
  const boxes = page.locator('input[name="digit"]');
  for (const [index, digit] of [...code].entries()) await boxes.nth(index).fill(digit);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/wallet**");
}

/** The code of a certificate that the investor holds. */
async function certificateCode(run) {
  const sql = `SELECT certificates.code FROM certificates JOIN stakes ON stakes.id = certificates.stake_id
    JOIN users ON users.id = stakes.user_id WHERE users.email = '${investor}' AND certificates.state = 'issued' ORDER BY stakes.purchased_at_ms LIMIT 1`;
  const [[row]] = await askAtDoor(run, [sql]);
  return row.code;
}

async function takeAll(browser, run) {
  // Without movement: no picture is taken while one page passes into the next.
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: phone,
    deviceScaleFactor: webpScale,
    locale: "en-GB",
  });
  const page = await context.newPage();
  await signIn(page, run, investor);
  const plain = await browser.newContext({
    reducedMotion: "reduce",
    viewport: phone,
    locale: "en-GB",
    storageState: await context.storageState(),
  });
  const plainPage = await plain.newPage();
  for (const shot of shots(await certificateCode(run))) {
    await page.setViewportSize(phone);
    await open(page, run.origin, shot);
    const { bytes, quality } = await webp(page, shot);
    const target = inRoot("public", "images", `${shot.name}.webp`);
    writeFileSync(target, bytes);
    await open(plainPage, run.origin, shot);
    await plainPage.screenshot({ path: inRoot("docs", "images", `${shot.name}.png`) });
    console.log(`${shown(target)}: ${bytes.length} bytes at quality ${quality}, and docs/images/${shot.name}.png`);
  }
}

for (const folder of ["public", "docs"]) mkdirSync(inRoot(folder, "images"), { recursive: true });
const found = await findChromium();
if ("problem" in found) throw new Error(found.problem);
const run = await startThrowawayRun();
try {
  const browser = await chromium.launch({ executablePath: found.path, args: chromiumFlags });
  await takeAll(browser, run).finally(() => browser.close());
} finally {
  await run.stop();
}
