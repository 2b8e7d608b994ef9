// A finger that taps twice, on a slow network, at phone size: whatever tap the browser drops the answer of, the visitor gets
// where one tap would have led.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import { arrive, fillInCode, slowDown, TAPS, tapTwice } from "./support/double-tap";
import { goBack } from "./support/go-back";
import { messagesTo, newCodeFor } from "./support/outbox";

let serial = 0;

const sendByEmail = (page: Page) => page.getByRole("button", { name: "Send code by email" });

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto("/get-started?mode=login");
  await page.getByLabel(/email/i).fill(email);
}

describe.each([true, false])("two taps, JavaScript: %s", (javaScript) => {
  it.each(Object.values(TAPS))(
    "on Send code and on Verify lead to the wallet ($apartMs ms apart, $latencyMs ms away)",
    async (times) => {
      const email = `taps-${++serial}-${javaScript}@dunnage.test`;
      // A second tap that comes late falls on the next page, where nothing is filled in yet.
      const expected = [/status of 400/];
      await withPage({ javaScript, expected }, async (page) => {
        await slowDown(page, times.latencyMs);
        await askFor(page, email);
        await tapTwice(page, sendByEmail(page), times.apartMs);
        await arrive(page, "/enter-OTP");
        await page.getByText(email).waitFor();
        await fillInCode(page, await newCodeFor(email));
        expect(await messagesTo(email)).toHaveLength(1);
        await tapTwice(page, page.getByRole("button", { name: "Verify" }), times.apartMs);
        await arrive(page, "/wallet");
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
      await arrive(page, "/enter-OTP");
      const code = await newCodeFor(email);
      await fillInCode(page, String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
      await tapTwice(page, page.getByRole("button", { name: "Verify" }), 200);
      await page.getByText("Invalid OTP. Please try again.").first().waitFor();
      await page.waitForTimeout(500);
      await fillInCode(page, code);
      await page.getByRole("button", { name: "Verify" }).click();
      await arrive(page, "/wallet");
    });
  });

  it("on Resend, which opens by itself at zero, send one code that works", async () => {
    const email = `taps-${++serial}-${javaScript}@dunnage.test`;
    await withPage({ javaScript }, async (page) => {
      await askFor(page, email);
      await sendByEmail(page).click();
      await arrive(page, "/enter-OTP");
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
      await fillInCode(page, await newCodeFor(email, first));
      expect(await messagesTo(email)).toHaveLength(2);
      await page.getByRole("button", { name: "Verify" }).click();
      await arrive(page, "/wallet");
    });
  });
});

it("a button says that something is under way, and no longer when one comes back", async () => {
  const email = `taps-${++serial}@dunnage.test`;
  await withPage({}, async (page) => {
    await askFor(page, email);
    await slowDown(page, 400);
    await page.evaluate(() => {
      const look = (changes: MutationRecord[]) => {
        for (const { target } of changes)
          if (target instanceof Element) sessionStorage.setItem("shown", getComputedStyle(target, "::after").content);
      };
      new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
    });
    await sendByEmail(page).click();
    await arrive(page, "/enter-OTP");
    expect(await page.evaluate(() => sessionStorage.getItem("shown"))).toBe('"Sending…"');
    await goBack(page);
    await sendByEmail(page).waitFor();
    expect(await page.locator("[aria-busy]").count()).toBe(0);
  });
});
