import * as z from "zod";
import { bankTexts } from "~/content/bank-texts";
import { looksLikeAccountNumber, looksLikeIfsc } from "~/domain/bank-hints";

export const BANK_FIELD_LENGTH = 120;

/** One line of typed text: trimmed, without control characters. */
export function oneLine(most: number) {
  return z
    .string()
    .transform((typed) => typed.replace(/\p{Cc}+/gu, " ").trim())
    .pipe(z.string().max(most, bankTexts.tooLong(most)));
}

/** Several lines of typed text, with line breaks normalised. */
export function severalLines(most: number) {
  return z
    .string()
    .transform((typed) =>
      typed
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n]/gu, " ")
        .trim(),
    )
    .pipe(z.string().max(most, bankTexts.tooLong(most)));
}

/** No IFSC code or account number is refused for its format; an unlikely one gets a hint. */
export function bankHints(values: { ifsc_code?: string; account_number?: string }) {
  const { ifsc_code = "", account_number = "" } = values;
  return {
    ...(ifsc_code !== "" && !looksLikeIfsc(ifsc_code) ? { ifsc_code: bankTexts.unlikelyIfsc } : {}),
    ...(account_number !== "" && !looksLikeAccountNumber(account_number)
      ? { account_number: bankTexts.unlikelyAccountNumber }
      : {}),
  };
}
