import { describe, expect, it } from "vitest";
import { compact, looksLikeAccountNumber, looksLikeIfsc, lastFour, maskedNumber } from "~/domain/bank-hints";
import { namesDiffer } from "~/domain/holder-name";
import { groupCode, readCode } from "~/domain/certificate-code";
import { newCertificateCode } from "~/server/ids";
import { isPrintable, tidy } from "~/domain/tidy-text";

describe("hints on bank details", () => {
  it("recognise an IFSC", () => {
    const right = ["HDFC0001234", "icic0000104", "UTIB0 000 123", "KKBK0ABC12Z"];
    const wrong = ["", "HDFC1001234", "HDF00001234", "XHDFC0001234", "HDFC00012345", "HDFC0-0012!4", "12340001234"];
    expect([...right, ...wrong].filter(looksLikeIfsc)).toEqual(right);
  });

  it("recognise an account number", () => {
    const right = ["123456789", "123456789012345678", "5010 0123 4567 89", "5010-0123-4567", "१२३४५६७८९"];
    const wrong = ["", "12345678", "1234567890123456789", "GB29NWBK60161331926819", "123456789x"];
    expect([...right, ...wrong].filter(looksLikeAccountNumber)).toEqual(right);
  });

  it.each([
    [" 5010 0123-4567\t89", "50100123456789"],
    ["\u200E0010\u00A00123\u20114567\u200B89\u202C", "00100123456789"],
    [" hdfc0 000123 ", "HDFC0000123"],
  ])("reads %j as the bank does", (typed, plain) => expect(compact(typed)).toBe(plain));
});

it.each([
  ["Asha Rao", "asha  RAO", false],
  ["Asha Rao", "RAO, Asha", false],
  ["A. K. Rao", "Rao A K", false],
  ["आशा राव", "राव आशा", false],
  ["Zoë Strauß", "zoe strauss", false],
  ["Ægir Œrsted", "aegir oersted", false],
  ["Guðrún Þóra", "gudrun thora", false],
  ["Altın Rao", "ALTIN RAO", false],
  ["A. R.", "R. A.", true],
  ["Asha Kumari Rao", "A. K. Rao", false],
  ["K. Ramesh", "Ramesh Krishnan", false],
  ["आशा राव", "राव आ.", false],
  ["Asha Rao", "A R", true],
  ["Asha Asha Rao", "A. B. Rao", true],
  ["Asha Rao", "Asha Roy", true],
  ["Asha Rao", "Asha Devi Rao", true],
  ["राम", "रमा", true],
  [null, "Asha Rao", null],
  ["  ", "Asha Rao", null],
  ["Asha Rao", "...", null],
])("the holder of an account is compared with the profile: %s and %s", (profile, holder, differs) =>
  expect(namesDiffer(profile, holder)).toBe(differs),
);

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
    "7kq2\u2011ma4p\u20139trw\u2014defg",
    "7kq2\u00A0ma4p\t9trw\r\ndefg",
    "\uFF17kq2ma4p9trwdefg",
    "7kq2\u200Bma4p9trw\u00ADdefg",
    "(7kq2-ma4p-9trw-defg)",
    "\u201C7kq2ma4p9trwdefg\u201D,",
    "www.dunnage.example/verify/7kq2ma4p9trwdefg?utm_source=x#top",
    "<https://dunnage.example/verify/7KQ2MA4P9TRWDEFG>.",
  ])("is read however it was typed: %j", (typed) => expect(readCode(typed)).toBe(CODE));

  it.each([undefined, null, 7, "", "  -  ", "a/b", "'; DROP TABLE", "é", "a".repeat(61), " ".repeat(1_000_000)])(
    "is nothing where it cannot be one: %#",
    (typed) => {
      expect(readCode(typed)).toBe("");
    },
  );
});

it("an account number is shown by its last four digits, of a short one by no more than half", () => {
  expect(["", "7", "12", "123", "1234567", "12345678", "9876 5432 10"].map(lastFour)).toEqual([
    "",
    "7",
    "2",
    "23",
    "4567",
    "5678",
    "3210",
  ]);
  expect([maskedNumber("3210"), maskedNumber("")]).toEqual(["•••• 3210", ""]);
});

it("a code is read from up to two hundred letters", () => {
  const code = readCode("abcd-2345-efgh-6789");
  expect(readCode(`abcd-2345-efgh-6789${" ".repeat(181)}`)).toBe(code);
  expect(readCode(`abcd-2345-efgh-6789${" ".repeat(182)}`)).toBe("");
});

describe("a typed name", () => {
  it.each([
    [" A\u200Esha \t\n Rao\u00A0 ", "Asha Rao"],
    ["Zoe\u0308", "Zoë"],
    ["As\u200D\u200Cha\u202E \u200DRao\u{E0041}\u3164\uFE0F\uD800", "Asha Rao"],
    ["شیرین\u200Cبانو", "شیرین\u200Cبانو"],
    ["\u200Cക്\u200D", "ക്\u200D"],
  ])("is tidied of blanks and of what cannot be seen: %j", (typed, name) => expect(tidy(typed)).toBe(name));

  it.each(["Жанна", "Ω", "李明", "a🥃", "\u00AD", "ẹ\u0301"])(
    "with a letter that documents lack is not printable: %s",
    (name) => expect(isPrintable(name)).toBe(false),
  );

  it("in Latin letters is printable", () => {
    for (const name of [
      "",
      "O’Neil-Łuczak & Żółć",
      "Nguyễn Thị Hồng Đức",
      "Śarmā Kṛṣṇa, J. 3rd",
      "Bond “3” – €5 ½",
      "Ñandú Ğül Þór",
    ])
      expect(isPrintable(name), name).toBe(true);
  });
});
