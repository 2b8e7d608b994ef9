import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { signInByEmail } from "./support/sign-in";

// What the browser keeps of a session that ended elsewhere: nothing, and the page says why.

async function endElsewhere(as: HttpJourney) {
  const elsewhere = await as.fetch("/logout", { method: "POST" });
  expect(elsewhere.headers.get("Location")).toBe("/#signed-out");
}

async function openWallet(page: Page) {
  await page.goto("/wallet?tab=tokens", { waitUntil: "networkidle" });
  await expect.poll(() => page.evaluate(() => localStorage.getItem("selectedTab"))).toBe("tokens");
}

async function expectNothingKept(page: Page) {
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect((await page.context().cookies()).filter(({ name }) => /session/.test(name))).toEqual([]);
}

async function expectExpired(page: Page) {
  await page.waitForURL("**/#session-expired");
  await page.getByText("Your session has expired. Please log in again.").waitFor({ state: "visible" });
  expect(await page.getByText("You are logged out.").isVisible()).toBe(false);
  await expectNothingKept(page);
}

const tapInvest = (page: Page) => page.getByRole("link", { name: "Invest", exact: true }).click();

async function tapWhatIsFetchedAhead(page: Page) {
  const ahead = page
    .context()
    .waitForEvent("request", (request) => /prefetch/.test(request.headers()["sec-purpose"] ?? ""));
  const link = page.locator(`a[href="/wallet"]`).first();
  await link.hover();
  await ahead;
  await link.click();
}

async function save(page: Page) {
  await page.locator("input[name=full_name]").fill("Asha Rao");
  await page.getByRole("button", { name: "Save" }).click();
}

describe("a session that has ended elsewhere", () => {
  it.each([
    ["Invest is tapped", "/wallet", tapInvest],
    ["a link is tapped that the browser has fetched ahead", "/stakes", tapWhatIsFetchedAhead],
    ["a form is sent", "/personal-details", save],
  ] as const)("leads to the landing page and leaves nothing behind, when %s", async (_how, at, act) => {
    const as = await signInByEmail(`ended-${at.slice(1)}@example.com`);
    await withPage({ as, expected: [/503|ERR_FAILED/] }, async (page) => {
      await openWallet(page);
      await page.goto(at, { waitUntil: "networkidle" });
      await endElsewhere(as);
      await act(page);
      await expectExpired(page);
    });
  });
});
