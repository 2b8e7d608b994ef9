// A finger that taps twice, on a slow network, at phone size: whatever tap the browser drops the answer of, the visitor gets
// where one tap would have led.
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import { messagesTo, newCodeFor } from "./support/outbox";

const TIMES = [
  { apartMs: 100, latencyMs: 400 },
  { apartMs: 250, latencyMs: 250 },
  { apartMs: 400, latencyMs: 150 },
];
let serial = 0;

async function slowDown(page: Page, latency: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const noLimit = { downloadThroughput: -1, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", { offline: false, latency, ...noLimit });
}

/** By the place on the screen, as a finger does: the page may be leaving by then. */
async function tapTwice(page: Page, button: Locator, apartMs: number): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("the button is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(apartMs);
  await page.mouse.click(x, y);
}

async function fillIn(page: Page, code: string): Promise<void> {
  for (const [index, digit] of [...code].entries()) await page.locator("input[name=digit]").nth(index).fill(digit);
}

const sendByEmail = (page: Page) => page.getByRole("button", { name: "Send code by email" });

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto("/get-started?mode=login");
  await page.getByLabel(/email/i).fill(email);
}

describe.each([true, false])("two taps, JavaScript: %s", (javaScript) => {
  it.each(TIMES)(
    "on Send code and on Verify lead to the wallet ($apartMs ms apart, $latencyMs ms away)",
    async (times) => {
      const email = `taps-${++serial}-${javaScript}@dunnage.test`;
      await withPage({ javaScript }, async (page) => {
        await slowDown(page, times.latencyMs);
        await askFor(page, email);
        await tapTwice(page, sendByEmail(page), times.apartMs);
        await page.waitForURL("**/enter-OTP");
        await page.getByText(email).waitFor();
        await fillIn(page, await newCodeFor(email));
        expect(await messagesTo(email)).toHaveLength(1);
        await tapTwice(page, page.getByRole("button", { name: "Verify" }), times.apartMs);
        await page.waitForURL("**/wallet");
        await page.waitForTimeout(2 * times.latencyMs);
        // And stays signed in.
        await page.goto("/settings");
        expect(new URL(page.url()).pathname).toBe("/settings");
        await page.goto("/enter-OTP");
        expect(new URL(page.url()).pathname).toBe("/wallet");
      });
    },
  );

  it("on Verify with a wrong code say so, and the right one still works", async () => {
    const email = `taps-${++serial}-${javaScript}@dunnage.test`;
    const expected = [/status of 400/];
    await withPage({ javaScript, expected }, async (page) => {
      await slowDown(page, 250);
      await askFor(page, email);
      await sendByEmail(page).click();
      await page.waitForURL("**/enter-OTP");
      const code = await newCodeFor(email);
      await fillIn(page, String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
      await tapTwice(page, page.getByRole("button", { name: "Verify" }), 200);
      await page.getByText("Invalid OTP. Please try again.").first().waitFor();
      await page.waitForTimeout(500);
      await fillIn(page, code);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/wallet");
    });
  });

  it("on Resend, which opens by itself at zero, send one code that works", async () => {
    const email = `taps-${++serial}-${javaScript}@dunnage.test`;
    await withPage({ javaScript }, async (page) => {
      await askFor(page, email);
      await sendByEmail(page).click();
      await page.waitForURL("**/enter-OTP");
      const first = await messagesTo(email);
      const button = page.getByRole("button", { name: "Resend OTP" });
      if (javaScript) {
        expect(await button.isDisabled()).toBe(true);
        expect(await page.locator("#resend-when").textContent()).toMatch(/^A new code can be sent in \d+ seconds\.$/);
        await page.waitForFunction(() => !document.querySelector("[data-seconds] ~ *, button[disabled]"), undefined, {
          timeout: 35_000,
        });
        expect(await page.locator("#resend-when").isVisible()).toBe(false);
      } else await page.waitForTimeout(31_000);
      await slowDown(page, 300);
      await tapTwice(page, button, 150);
      await page.getByText("We have sent a new code.").waitFor();
      await page.waitForTimeout(600);
      await fillIn(page, await newCodeFor(email, first));
      expect(await messagesTo(email)).toHaveLength(2);
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/wallet");
    });
  });
});

it("a button says that something is under way", async () => {
  const email = `taps-${++serial}@dunnage.test`;
  await withPage({}, async (page) => {
    await askFor(page, email);
    await slowDown(page, 1500);
    await page.getByRole("button", { name: "Send code by email" }).click({ noWaitAfter: true });
    const busy = await page.evaluate(() => document.querySelector("[aria-busy=true]")?.textContent);
    expect(busy).toBe("Sending…");
    await page.waitForURL("**/enter-OTP");
    await page.goBack();
    await page.getByRole("button", { name: "Send code by email" }).waitFor();
  });
});
