import { describe, expect, it } from "vitest";
import { compact, looksLikeAccountNumber, looksLikeIfsc } from "~/domain/bank-hints";

describe("hints on bank details", () => {
  it.each(["HDFC0001234", "SBIN0005943", "icic0000104", "UTIB0 000 123", "KKBK0ABC12Z"])(
    "%s looks like an IFSC",
    (text) => {
      expect(looksLikeIfsc(text)).toBe(true);
    },
  );

  it.each(["", "HDFC1001234", "HDF00001234", "HDFC000123", "HDFC00012345", "HDFC0-0012!4", "12340001234"])(
    "'%s' does not look like an IFSC",
    (text) => {
      expect(looksLikeIfsc(text)).toBe(false);
    },
  );

  it.each(["123456789", "50100123456789", "123456789012345678", "5010 0123 4567 89", "5010-0123-4567", "१२३४५६७८९"])(
    "%s looks like an account number",
    (text) => {
      expect(looksLikeAccountNumber(text)).toBe(true);
    },
  );

  it.each(["", "12345678", "1234567890123456789", "GB29NWBK60161331926819", "123456789x"])(
    "'%s' does not look like an account number",
    (text) => {
      expect(looksLikeAccountNumber(text)).toBe(false);
    },
  );

  it("treats two spellings of the same number as equal", () => {
    expect(compact(" 5010 0123-4567\t89")).toBe("50100123456789");
  });

  it.each([
    ["0010-0123 4567 89", "00100123456789"],
    ["\u200E0010\u00A00123\u20114567\u200B89\u202C", "00100123456789"],
    [" hdfc0 000123 ", "HDFC0000123"],
  ])("reads %j as the bank does", (typed, plain) => {
    expect(compact(typed)).toBe(plain);
  });
});
