import { describe, expect, it } from "vitest";
import { detailInWords, figuresInWords, inWords, kindInWords, settingName } from "~/content/log-words";

describe("the log in words", () => {
  it("writes names of actions, things and fields as English, cents as money and settings by their labels", () => {
    expect(inWords("withdrawal-requested")).toBe("Withdrawal requested");
    expect(kindInWords("payout-run:run_1")).toBe("Payout run");
    expect(detailInWords("withdrawal-requested", "13910")).toBe("$139.10");
    expect(detailInWords("payout-run-made", "7: 3 for 31200 cents")).toBe("7: 3 for $312.00");
    expect(detailInWords("evidence-added", "evidence:evd_a_b document_kind,issuer,file")).toBe(
      "document kind, issuer, file",
    );
    expect(detailInWords("withdrawal-cleared", "payouts_per_day")).toBe(
      "Payouts to one person a day before an operator reviews them",
    );
  });

  it("names a setting by its label, and says its money in dollars", () => {
    const fee = "setting:joining_fee_cents";
    expect([settingName(fee), settingName("cask:csk_1")]).toEqual(["Joining fee", null]);
    expect(detailInWords("setting-changed", "1000 -> 1550", fee)).toBe("$10.00 -> $15.50");
    expect(detailInWords("setting-changed", "5 -> 6", "setting:payouts_per_day")).toBe("5 -> 6");
  });

  it("leaves references, ids and figures of other kinds as they are", () => {
    for (const kept of ["SAMPLE-0002", "wdr_demo:csk_a_b", "1250", "5 rows"])
      expect(detailInWords("cask-saved", kept)).toBe(kept);
    expect(figuresInWords("the bank was asked")).toBe("the bank was asked");
    expect(figuresInWords('{"ours":"settled","paidCents":500,"received_cents":1250}')).toBe(
      "ours settled, paid $5.00, received $12.50",
    );
  });
});
