import { describe, expect, inject, it } from "vitest";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// An error that no route renders would leave the browser with its own blank page; a person gets ours instead.
describe("an answer without a body", () => {
  it("becomes a page for people: another user's certificate", async () => {
    const as = await signInByEmail(demoLogins.newcomer);
    await withPage({ as, expected: [/404/] }, async (page) => {
      const response = await page.goto("/certificates/crt_none.pdf");
      expect(response?.status()).toBe(404);
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("This page does not exist");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Customer support" }).click();
      await page.waitForURL("**/customer-support");
    });
  });

  it("stays empty for other clients", async () => {
    const as = await signInByEmail(demoLogins.newcomer);
    const cookie = as
      .cookiesFor(inject("origin"))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const answer = await fetch(`${inject("origin")}/certificates/crt_none.pdf`, { headers: { Cookie: cookie } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe("");
  });

  it("becomes a page that says nothing moved: a form from another site", async () => {
    await withPage({ expected: [/403/] }, async (page) => {
      await page.route("**/elsewhere", (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<form method="post" action="${inject("origin")}/logout"><button>Go</button></form>`,
        }),
      );
      await page.goto(`${inject("sandboxOrigin")}/elsewhere`);
      const [response] = await Promise.all([
        page.waitForResponse((one) => one.url().endsWith("/logout")),
        page.getByRole("button", { name: "Go" }).click(),
      ]);
      expect(response.status()).toBe(403);
      await page.getByText("You cannot open this").waitFor();
      await page.getByText("No money moved because of this.").waitFor();
      await expectAccessible(page);
    });
  });
});
