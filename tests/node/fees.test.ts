import { describe, expect, it } from "vitest";
import { feesPage, feeTexts, resaleFee } from "~/content/fee-texts";
import { refundsAndCancellations } from "~/content/legal-refunds";
import { termsAndConditions } from "~/content/legal-terms-and-conditions";
import { checkoutDescriptions, stakeIncludes } from "~/content/payments";
import { questions } from "~/content/faq";
import { FEE_KINDS } from "~/domain/fees";
import { sourceFiles } from "./project/source-files";

const texts = feeTexts({ joiningFee: "$10", resale: { amount: resaleFee.amount(150), note: resaleFee.note.closed } });

describe("fees", () => {
  it("stand on the page once each, in groups", () => {
    expect(feesPage.groups.flatMap(({ kinds }): readonly string[] => kinds).sort()).toEqual([...FEE_KINDS].sort());
    expect(Object.keys(texts).sort()).toEqual([...FEE_KINDS].sort());
  });

  it("that cost nothing are called free, and no others are", () => {
    expect(FEE_KINDS.filter((kind) => ["none", "free"].includes(texts[kind].amount))).toEqual([
      ...["signing-up", "paying", "holding", "gain", "withdrawing", "papers", "closing"],
    ]);
    expect(texts.joining.amount).toBe("$10");
    expect(texts.resale.amount).toBe("1.5% each");
    expect(texts.resale.note).toContain("Coming soon");
  });

  it("name the same figures wherever they are spoken of", () => {
    const said = JSON.stringify([texts, termsAndConditions, refundsAndCancellations]);
    expect([...new Set(said.match(/\d+ years of storage/g))]).toEqual(["5 years of storage"]);
    expect([...new Set(said.match(/[\d.]+%/g))].sort()).toEqual(["1.5%", "50%"]);
    expect(stakeIncludes.note).toBe("Incl. 5 years storage & insurance");
    expect(checkoutDescriptions.stake).toBe("One stake, incl. 5 years storage & insurance");
    expect(JSON.stringify(questions)).toContain("5 years of storage and insurance");
  });

  it("are written as a number nowhere but at their source", () => {
    const written = sourceFiles(["app"], /\.tsx?$/).filter(({ text }) =>
      /\b(5|five) years of storage|\b5 years storage|up to 50%/i.test(text),
    );
    expect(written.map(({ path }) => path)).toEqual([]);
  });
});
