// Signs a page in as a person from the demo data, and finds what only the database knows.
import { wranglerEnvironment } from "../steps/database.mjs";
import { runTool } from "../steps/run-command.mjs";

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

export async function signIn(page, { origin, sandboxOrigin }, email) {
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

/** The code of a certificate that this investor holds. `email` must be trusted: it goes into the SQL as it is. */
export async function certificateCode(stateDir, email) {
  const sql = `SELECT certificates.code FROM certificates JOIN stakes ON stakes.id = certificates.stake_id
    JOIN users ON users.id = stakes.user_id WHERE users.email = '${email}' AND certificates.state = 'issued' ORDER BY stakes.purchased_at_ms LIMIT 1`;
  const command = ["d1", "execute", "DB", "--local", "--env", "local", "--persist-to", stateDir, "--json", "--command"];
  const stdout = await runTool("wrangler", [...command, sql], {
    what: "Looking up a certificate",
    quiet: true,
    env: wranglerEnvironment(stateDir),
  });
  const [row] = JSON.parse(stdout).flatMap((answer) => answer.results);
  if (!row) throw new Error(`${email} has no certificate in the demo data.`);
  return row.code;
}
