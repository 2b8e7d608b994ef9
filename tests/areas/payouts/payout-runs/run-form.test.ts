import { describe, expect, it } from "vitest";
import { readRunForm, referenceField } from "~/areas/payouts/payout-run";

// What the form of a payout run says.

const long = "U".repeat(60);
const mark = (typed: Record<string, unknown>) => readRunForm({ intent: "mark", ...typed });

describe("the form of a payout run", () => {
  it("reads the references that were typed, without the space around them", () => {
    const typed = {
      [referenceField("wdr_1")]: " UTR-1 ",
      [referenceField("wdr_2")]: " ",
      [referenceField("wdr_3")]: long,
    };
    const others = { csrf: "UTR-9", [referenceField("wdr_4")]: new File(["x"], "x") };
    expect(mark({ ...typed, ...others })).toEqual({
      ok: true,
      intent: "mark",
      references: { wdr_1: "UTR-1", wdr_3: long },
    });
    expect(mark({})).toEqual({ ok: true, intent: "mark", references: {} });
  });

  it("refuses the rows with a repeated reference and those with a long one, and names just these", () => {
    const typed = { reference_a: "UTR-1", reference_b: "UTR-1", reference_c: "UTR-2", reference_d: `${long}U` };
    expect(mark(typed)).toEqual({ ok: false, errors: { repeated: ["a", "b"], long: ["d"] } });
    expect(mark({ reference_a: "UTR-1", reference_b: "UTR-2" }).ok).toBe(true);
  });

  it("calls a run back with a reason of one to two hundred letters", () => {
    const callBack = (reason?: unknown) => readRunForm({ intent: "call-back", reason, reference_a: "UTR-1" });
    expect(callBack(" x ")).toEqual({ ok: true, intent: "call-back", reason: "x" });
    expect(callBack("x".repeat(200)).ok).toBe(true);
    for (const reason of [" ", "x".repeat(201), undefined])
      expect(callBack(reason)).toEqual({ ok: false, errors: { reason: true } });
  });

  it("does nothing without a purpose", () => {
    for (const intent of [undefined, "pay", ""])
      expect(readRunForm({ intent, reference_a: "UTR-1" })).toEqual({ ok: false, errors: {} });
  });
});
