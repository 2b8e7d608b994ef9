import { describe, expect, inject, it } from "vitest";
import { readPdf } from "../areas/holdings/certificates/support/read-pdf";
import { linkTo, pay, waitFor, waitForCertificate } from "./support/checkout-steps";
import { HttpJourney } from "./support/http-journey";
import { messagesTo, newCodeFor } from "./support/outbox";
import { enterCode, signInByEmail, signInByPhone } from "./support/sign-in";

describe.each([
  ["card", "email"],
  ["crypto", "phone"],
] as const)("the journey from the landing page to a certificate without JavaScript, by %s and %s", (tab, channel) => {
  it("works, and charges what the page says", async () => {
    const journey = new HttpJourney();
    await journey.visit("/");
    // The page has this form four times: any of them will do.
    const [access] = journey.forms.filter(({ buttons }) => buttons.some(({ text }) => text === "Request access"));
    await journey.post(access?.action ?? "", { intent: "request-access" });
    expect(journey.at.url.pathname).toBe("/get-started");
    const [field, to] = channel === "email" ? ["email", "main.job@example.com"] : ["phone_number", "9876501234"];
    await journey.submit({ [field]: to });
    await enterCode(journey, await newCodeFor(to));
    expect(journey.at.url.pathname).toBe("/wallet");

    await journey.visit("/invest");
    expect(journey.at.text).toContain("Activate Account - $10.00");
    expect(journey.at.text).not.toContain("Buy stake");
    await journey.visit(linkTo(journey, "/stripe-secure?product=joining-fee"));
    if (tab === "crypto") await journey.visit(linkTo(journey, "/stripe-secure?product=joining-fee&tab=crypto"));
    await pay(journey);
    expect(journey.at.url.pathname).toBe("/payment-success");
    await waitFor(journey, "Joining fee successfully paid");
    expect(journey.at.text).toMatch(/Tokens earned\s*1,000/);

    await journey.visit("/invest");
    const buy = linkTo(journey, "/stripe-secure?cask=");
    await journey.visit(`${buy}&tab=${tab}`);
    const caskName = /One stake in\s+(.+?)\s+Amount/s.exec(journey.at.text)?.[1] ?? "";
    await pay(journey);
    await waitFor(journey, "Stake added to your account");
    expect(journey.at.text).toMatch(/Tokens earned\s*2,000/);
    const stakeNumber = /Stake\s+(\d+)\s+of/.exec(journey.at.text)?.[1];
    await waitForCertificate(journey);

    await journey.visit("/wallet?tab=portfolio");
    expect(journey.at.text).toContain(caskName);
    const certificate = linkTo(journey, "/certificates/");
    const file = await journey.fetch(certificate);
    expect(file.headers.get("Content-Type")).toBe("application/pdf");
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("%PDF");
    const text = (await readPdf(bytes)).text.replaceAll(/\s+/g, " ");
    expect(text).toContain(caskName);
    expect(text).toContain("Ravi Kumār");
    expect(file.headers.get("Content-Disposition")).toMatch(/filename="dunnage-[a-z0-9-]+-stake-\d+\.pdf"/);
    expect(text).toMatch(new RegExp(`\\b${stakeNumber}\\b`));

    await journey.visit("/verify");
    const code = /\b\w{4}(-\w{4}){3}\b/.exec(text)?.[0] ?? "";
    await journey.submit({ code: code.toUpperCase().replaceAll("-", " ") });
    expect(journey.at.url.pathname).toBe(`/verify/${code.replaceAll("-", "")}`);
    expect(journey.at.text).toContain("This certificate is valid");

    const stranger = await signInByEmail(`stranger-${tab}@example.com`);
    expect((await stranger.fetch(certificate)).status).toBe(404);
    expect((await new HttpJourney().fetch(certificate)).status).toBe(302);

    await journey.visit("/wallet?tab=tokens");
    expect(journey.at.text).toContain("3,000");
    await journey.visit("/settings");
    await journey.submit({}, { button: "Logout" });
    expect(journey.at.url.pathname + journey.at.url.hash).toBe("/#signed-out");
    await journey.visit("/wallet");
    expect(journey.at.url.pathname).toBe("/");
    if (channel === "email")
      await expect
        .poll(async () => (await messagesTo(to)).map(({ subject }) => subject).join())
        .toContain(` received: ${caskName}`);
  });
});

describe("payments that do not go through", () => {
  it("buy nothing when declined, and after a cancellation 'Try again' reuses the saved data", async () => {
    const journey = await signInByPhone("9123456780");
    await journey.visit("/stripe-secure?product=joining-fee&tab=crypto");
    await pay(journey, "declined");
    expect(journey.at.url.origin).toBe(inject("sandboxOrigin"));
    await journey.submit({}, { button: "outcome=cancel" });
    expect(journey.at.text).toContain("Payment unsuccessful");
    expect(journey.at.text).toContain("Check the details you submitted. You can try again.");
    await journey.visit(linkTo(journey, "/stripe-secure?payment="));
    expect(journey.at.text).toContain("Pay with crypto");
    await pay(journey);
    await waitFor(journey, "Joining fee successfully paid");
  });
});
