/** The joiners belong to the spelling of names in some scripts, but not after a Latin letter, a sign or a space. */
const UNSEEN =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}]|(?<=^|[\p{Script=Latin}\p{Script=Common}])[\u200c\u200d]+/gu;

/** One spelling for each accented letter, one line, and nothing that cannot be seen. */
export function tidy(text: string): string {
  return text
    .normalize("NFC")
    .replace(UNSEEN, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .trim();
}

const PRINTABLE =
  /^[ -~\u00a1-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u1e00-\u1e9b\u1e9d-\u1eff\u2010-\u2027\u2030-\u203a\u20ac\u20b9\u2122\u2212]*$/;

export const isPrintable = (text: string) => PRINTABLE.test(text);

export const firstPrintable = (...names: readonly (string | null)[]) =>
  names.find((name) => name !== null && isPrintable(name)) ?? null;
