// Two taps on what ends a login, keeps an account or checks a certificate: where one tap would have led.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { readPdf } from "../areas/holdings/certificates/support/read-pdf";
import { withPage } from "./support/browser";
import { arrive, slowDown, TAPS, tapTwice } from "./support/double-tap";
import type { HttpJourney } from "./support/http-journey";
import { signInLargeHolder } from "./support/large-holder";
import { demoLogins, signInByEmail } from "./support/sign-in";

/** Falls after the first answer, on its way to the page that this leads to. */
const LATE = { apartMs: 400, latencyMs: 250 };
const taps = Object.values({ ...TAPS, late: LATE });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const noAlert = async (page: Page) => expect(await page.locator("[role=alert]").allInnerTexts()).toEqual([]);

/** As the demo investor reads it on paper. */
async function someCertificateCode(): Promise<string> {
  const investor = await signInByEmail(demoLogins.investor);
  await investor.visit("/wallet?tab=portfolio");
  const file = /\/certificates\/\w+\.pdf/.exec(investor.at.html)?.[0] ?? "";
  const { text } = await readPdf(new Uint8Array(await (await investor.fetch(file)).arrayBuffer()));
  return /\b\w{4}(-\w{4}){3}\b/.exec(text)?.[0] ?? "";
}

describe.each([true, false])("two taps, JavaScript: %s", (javaScript) => {
  const on = (as: HttpJourney | undefined, latencyMs: number, work: (page: Page) => Promise<void>) =>
    withPage({ javaScript, ...(as && { as }) }, async (page) => {
      await slowDown(page, latencyMs);
      await work(page);
    });

  it.each(taps)(
    "on Log out everywhere end every login and say so ($apartMs ms apart, $latencyMs ms away)",
    async ({ apartMs, latencyMs }) => {
      const email = `tapped-everywhere-${apartMs}-${latencyMs}-${javaScript}@example.com`;
      const other = await signInByEmail(email);
      await on(await signInByEmail(email), latencyMs, async (page) => {
        await page.goto("/settings");
        await tapTwice(page, button(page, "Log out everywhere"), apartMs);
        await arrive(page, "/#signed-out-everywhere");
        await page.getByText("You are signed out on all devices.").waitFor({ state: "visible" });
      });
      expect((await other.visit("/settings")).url.pathname).toBe("/");
    },
  );

  it("on Keep my account keep it", async () => {
    const { apartMs, latencyMs } = TAPS.quick;
    await on(await signInLargeHolder(`tapped_keeps_${javaScript}`), latencyMs, async (page) => {
      await page.goto("/close-account");
      await page.locator("input[name=understood]").check();
      await button(page, "Close my account").click();
      await button(page, "Keep my account").waitFor();
      await tapTwice(page, button(page, "Keep my account"), apartMs);
      await arrive(page, "/settings");
      await noAlert(page);
      await page.goto("/close-account");
      await button(page, "Close my account").waitFor();
    });
  });

  it("on Check lead to the answer about that certificate", async () => {
    const code = await someCertificateCode();
    const { apartMs, latencyMs } = TAPS.quick;
    await on(undefined, latencyMs, async (page) => {
      await page.goto("/verify");
      await page.locator("input[name=code]").fill(code.toUpperCase());
      await tapTwice(page, page.locator("form[action='/verify'] button"), apartMs);
      await arrive(page, `/verify/${code.replaceAll("-", "")}`);
      await page.getByText("This certificate is valid").first().waitFor();
      await noAlert(page);
    });
  });
});
