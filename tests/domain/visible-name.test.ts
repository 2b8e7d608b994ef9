import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameFault } from "~/domain/visible-name";
import { readPersonal } from "~/areas/accounts/profile/personal-details";
import { readPurchaseName } from "~/areas/accounts/profile/name-holder";
import { readBank } from "~/areas/accounts/profile/save-bank-details";
import { readWithdrawalBank } from "~/areas/payouts/withdrawals/withdrawal-form";

const hex = (...codes: number[]) => String.fromCodePoint(...codes);
/** Not left to the regular expression that is tested: the list of Unicode 16, without the joiners. */
const IGNORABLE = [
  ...[0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x200b, 0x2060, 0x2064, 0x206a, 0x206f, 0x3164],
  ...[0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0x1bca0, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe01ef],
];

describe("a name", () => {
  it.each([
    "Asha Rao",
    "O’Neil-Łuczak",
    "आशा राव",
    "شیرین‌بانو",
    "محمد علی",
    hex(0xd30, 0xd3e, 0xd1c, 0xd28, 0xd4d, 0x200d),
    hex(0x9b0, 0x200d, 0x9cd, 0x9af, 0x9be),
    hex(0xc15, 0xc4d, 0x200c, 0xc37),
    hex(0xd15, 0x200d, 0xd16),
    hex(0xd9a, 0x200d, 0xd9b),
    "王小明",
    "",
    "J. 3rd",
  ])("as people write it is taken: %s", (name) => {
    expect(nameFault(name)).toBeNull();
  });

  it.each([
    [hex(0x3164), "invisible"],
    [`Asha${hex(0xad)}Rao`, "invisible"],
    [hex(0xe0041, 0xe0073), "invisible"],
    [hex(0x200d), "invisible"],
    [`As${hex(0x200d)}ha`, "invisible"],
    // Between two digits it changes nothing.
    [`आ${hex(0x96b, 0x200d, 0x96b)}`, "invisible"],
    [`आ${hex(0x200d, 0x200d)}शा`, "invisible"],
    [`${hex(0x200c)}شیرین`, "invisible"],
    [hex(0x13441), "invisible"],
    ["\ud800", "invisible"],
    ["Asha\u202eoaR", "turns-direction"],
    ["...", "no-letter"],
    ["12 34", "no-letter"],
    [hex(0x2800), "no-letter"],
    [hex(0x301), "no-letter"],
  ])("that cannot be read is not: %j", (name, fault) => {
    expect(nameFault(name)).toBe(fault);
  });

  it("with an ignorable character anywhere in it is refused, whatever stands around it", () => {
    const part = fc.string({ unit: "binary", maxLength: 20 });
    fc.assert(
      fc.property(part, fc.constantFrom(...IGNORABLE), part, (before, code, after) => {
        expect(nameFault(`${before}${hex(code)}${after}`)).not.toBeNull();
      }),
    );
  });

  it("that is taken shows a letter when everything is left out that Unicode lets programs leave out", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 12 }), (name) => {
        if (nameFault(name) !== null) return;
        expect(name.replace(/\p{Default_Ignorable_Code_Point}/gu, "")).toMatch(/\p{L}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is read by the same rule at every door", () => {
    const blank = hex(0x3164);
    const bank = { bank_name: "b", ifsc_code: "i", account_number: "1" };
    const doors = [
      readPersonal({ full_name: blank }),
      readPersonal({ full_name: "आशा", name_on_certificate: `As${hex(0xad)}ha` }),
      readPurchaseName("csk_1", { full_name: blank }),
      readBank({ holder_name: blank }),
      readWithdrawalBank({ ...bank, holder_name: blank }),
    ];
    for (const read of doors) expect(JSON.stringify([read.ok, read])).toContain("invisible");
    expect(doors.map(({ ok }) => ok)).toEqual(doors.map(() => false));
  });
});
