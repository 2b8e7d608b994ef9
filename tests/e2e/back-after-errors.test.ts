import { describe, expect, it } from "vitest";
import { withPage } from "./support/browser";
import { goBack } from "./support/go-back";
import { signInByEmail } from "./support/sign-in";

// After a form was refused its page shows what was typed, Reload sends it once more and is refused alike, and Back is the form.

const REFUSED = [/status of 4\d\d/];

describe.each([true, false])("after a refused form, JavaScript: %s", (javaScript) => {
  it("Back and Reload work, and what was typed is there", async () => {
    const as = await signInByEmail(`back-errors-${javaScript}@example.com`);
    await withPage({ javaScript, as, expected: REFUSED }, async (page) => {
      await page.goto("/settings");
      await page.goto("/personal-details");
      await page.locator("[name=full_name]").fill("Asha Rao");
      await page.locator("[name=email]").fill("nonsense");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator("[name=email][aria-invalid=true]").waitFor();
      expect((await page.reload())?.status()).toBe(400);
      expect(await page.locator("[name=full_name]").inputValue()).toBe("Asha Rao");
      expect(await page.locator("[name=email]").inputValue()).toBe("nonsense");
      await goBack(page);
      expect(page.url()).toMatch(/\/personal-details$/);
      expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
      expect((await page.reload())?.status()).toBe(200);
      expect(await page.locator("[name=full_name]").inputValue()).toBe("");
      await page.locator("[name=email]").fill(`back-errors-${javaScript}@example.com`);
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL("**/settings");
      await page.goto("/personal-details");
      expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    });
  });
});
