import { describe, expect, it } from "vitest";
import { cryptoRefunds } from "~/content/crypto-refunds";
import { refundsAndCancellations } from "~/content/legal-refunds";
import { termsAndConditions } from "~/content/legal-terms-and-conditions";
import { noticeMail } from "~/content/notice-mails";
import { refundTexts } from "~/content/payment-outcomes";
import { paymentMethods } from "~/content/payments";
import { renderMail } from "~/mail/render-mail";

describe("what happens to a crypto payment that goes back", () => {
  const facts = {
    purpose: "stake",
    productName: "Cask",
    amountCents: 1_200,
    reason: null,
    stakeNumber: null,
    keptCents: 0,
  } as const;
  const mail = (byCrypto: boolean) =>
    renderMail(noticeMail("refunding", { ...facts, walletUrl: "/wallet", byCrypto })).text;

  it.each([
    ["the payment page", paymentMethods.crypto.refunds],
    ["the page of a payment that goes back", refundTexts.next.crypto.inProgress],
    ["the terms", JSON.stringify(termsAndConditions)],
    ["Refunds & Cancellations", JSON.stringify(refundsAndCancellations)],
    ["the mail", mail(true).replaceAll("\n", " ")],
  ])("is said in the same words by %s", (_where, text) => expect(text).toContain(cryptoRefunds));

  it("is not said about a card", () => {
    expect(mail(false)).toContain("Card refunds usually show within 5 to 10 days.");
    expect(mail(false)).not.toContain("crypto");
  });
});
