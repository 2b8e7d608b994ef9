import { describe, expect, it } from "vitest";
import { namesDiffer } from "~/domain/holder-name";

describe("the holder of an account, compared with the profile", () => {
  it.each([
    ["Asha Rao", "asha  RAO", false],
    ["Asha Rao", "RAO, Asha", false],
    ["A. K. Rao", "Rao A K", false],
    ["आशा राव", "राव आशा", false],
    ["José Łuczak", "JOSE LUCZAK", false],
    ["Zoë Strauß", "zoe strauss", false],
    ["Ægir Œrsted", "aegir oersted", false],
    ["Søren Đorđe", "soren dorde", false],
    ["Guðrún Þóra", "gudrun thora", false],
    ["Altın Rao", "ALTIN RAO", false],
    ["A. R.", "a r", false],
    ["A. R.", "R. A.", true],
    ["Asha Kumari Rao", "A. K. Rao", false],
    ["K. Ramesh", "Ramesh Krishnan", false],
    ["आशा राव", "राव आ.", false],
    ["Asha Rao", "A R", true],
    ["Asha Rao", "B. Rao", true],
    ["Asha Asha Rao", "A. B. Rao", true],
    ["Asha Rao", "Asha Roy", true],
    ["Asha Rao", "Asha Devi Rao", true],
    ["राम", "रमा", true],
    [null, "Asha Rao", null],
    ["  ", "Asha Rao", null],
    ["Asha Rao", "...", null],
  ])("%s and %s", (profile, holder, differs) => {
    expect(namesDiffer(profile, holder)).toBe(differs);
  });
});
