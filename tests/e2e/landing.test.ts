import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import { HttpJourney } from "./support/http-journey";

describe("the landing page", () => {
  it("answers", async () => {
    const journey = new HttpJourney();
    expect((await journey.visit("/")).status).toBe(200);
  });

  it("is accessible, quiet and loads nothing from elsewhere", async () => {
    await withPage({}, async (page) => {
      const response = await page.goto("/");
      expect(response?.status()).toBe(200);
      await expectAccessible(page);
    });
  });
});
