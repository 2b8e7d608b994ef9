// A finger that taps twice on a slow network: what the script of a form does about it. What the server does about two taps is in
// tests/routes/login/double-tap, tests/routes/settings/double-tap and the use cases.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { withPage } from "./support/browser";
import { arrive, LATENCY_MS, slowDown, tapTwice } from "./support/double-tap";
import { goBack } from "./support/go-back";
import { messagesTo } from "./support/outbox";

const sendByEmail = (page: Page) => page.getByRole("button", { name: "Send code by email" });

it("a button says that something is under way, sends once, and says so no longer when one comes back", async () => {
  const email = "tapped@dunnage.test";
  await withPage({}, async (page) => {
    await page.goto("/get-started?mode=login");
    await page.getByLabel(/email/i).fill(email);
    await slowDown(page, LATENCY_MS);
    await page.evaluate(() => {
      const look = (changes: MutationRecord[]) => {
        for (const { target } of changes)
          if (target instanceof Element) sessionStorage.setItem("shown", getComputedStyle(target, "::after").content);
      };
      new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ["aria-busy"] });
    });
    await tapTwice(page, sendByEmail(page));
    await arrive(page, "/enter-OTP");
    expect(await messagesTo(email)).toHaveLength(1);
    expect(await page.evaluate(() => sessionStorage.getItem("shown"))).toBe('"Sending…"');
    await goBack(page);
    await sendByEmail(page).waitFor();
    expect(await page.locator("[aria-busy]").count()).toBe(0);
  });
});

// What the server says to it half a minute later: tests/routes/login/double-tap.
it("Resend opens by itself at zero", async () => {
  await withPage({}, async (page) => {
    await page.clock.install();
    await page.goto("/get-started?mode=login");
    await page.getByLabel(/email/i).fill("counts-down@dunnage.test");
    await sendByEmail(page).click();
    await arrive(page, "/enter-OTP");
    const resend = page.getByRole("button", { name: "Resend OTP" });
    expect(await resend.isDisabled()).toBe(true);
    expect(await page.locator("#resend-when").textContent()).toMatch(/^A new code can be sent in \d+ seconds\.$/);
    await page.clock.runFor(31_000);
    expect(await resend.isEnabled()).toBe(true);
    expect(await page.locator("#resend-when").isVisible()).toBe(false);
  });
});
