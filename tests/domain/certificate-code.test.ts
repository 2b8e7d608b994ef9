import { describe, expect, it } from "vitest";
import { groupCode, readCode } from "~/domain/certificate-code";
import { newCertificateCode } from "~/server/ids";

const CODE = "7kq2ma4p9trwdefg";

describe("a certificate's code", () => {
  it("has only letters that no reader and no typeface mistakes for another, and at least 64 bits", () => {
    const codes = Array.from({ length: 2_000 }, newCertificateCode);
    const counts = new Map<string, number>();
    for (const letter of codes.join("")) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const letters = [...counts.keys()].sort().join("");
    expect(letters).not.toMatch(/[01oilxOILX]/);
    for (const pair of ["b8", "s5", "z2", "uv"])
      expect(
        [...pair].every((one) => letters.includes(one)),
        pair,
      ).toBe(false);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(Math.log2(letters.length) * code.length).toBeGreaterThanOrEqual(64);
    const even = (2_000 * 16) / letters.length;
    for (const [letter, count] of counts) expect(Math.abs(count - even), letter).toBeLessThan(6 * Math.sqrt(even));
  });

  it("is printed in groups of four", () => {
    expect(groupCode(CODE)).toBe("7kq2-ma4p-9trw-defg");
    expect(readCode(groupCode(CODE))).toBe(CODE);
  });

  it.each([
    "7KQ2-MA4P-9TRW-DEFG",
    " 7kq2 ma4p 9trw defg ",
    "7kq2\u2011ma4p\u20139trw\u2014defg",
    "7kq2\u00A0ma4p\t9trw\r\ndefg",
    "\uFF17kq2ma4p9trwdefg",
    "7kq2\u200Bma4p9trw\u00ADdefg",
    "7kq2-ma4p-9trw-defg.",
    "(7kq2-ma4p-9trw-defg)",
    '"7KQ2-MA4P-9TRW-DEFG"',
    "\u201C7kq2ma4p9trwdefg\u201D,",
    "https://dunnage.example/verify/7kq2-ma4p-9trw-defg",
    "www.dunnage.example/verify/7kq2ma4p9trwdefg?utm_source=x#top",
    "<https://dunnage.example/verify/7KQ2MA4P9TRWDEFG>.",
  ])("is read however it was typed: %j", (typed) => {
    expect(readCode(typed)).toBe(CODE);
  });

  it.each([undefined, null, 7, "", "  -  ", "a/b", "'; DROP TABLE", "é", "a".repeat(61), " ".repeat(1_000_000)])(
    "is nothing where it cannot be one: %#",
    (typed) => {
      expect(readCode(typed)).toBe("");
    },
  );
});
