import * as z from "zod";
import { messages } from "~/content/messages";
import { apiTexts } from "~/content/api-texts";
import { claimedAmount, id } from "./wire-fields";

// What is saved or asked for. A field that is left out stays as it is; lengths and forms are the pages' own rules.

export const personalBody = z.object({
  full_name: z.string().optional(),
  email: z
    .string()
    .optional()
    .meta({ description: "Another address than the present one is refused: it needs a code" }),
  address: z.string().optional(),
});

export const bankBody = z.object({
  holder_name: z.string().optional(),
  bank_name: z.string().optional(),
  ifsc_code: z.string().optional(),
  account_number: z.string().optional().meta({ description: "The masked number stands for the saved one" }),
  branch_address: z.string().optional(),
});

const bankField = z.string(messages.bankDetailsMissing).min(1, messages.bankDetailsMissing);

export const withdrawBody = z
  .object({
    user_id: id,
    stake_id: id.nullish().meta({ description: "Without a stake: all that is available in the wallet" }),
    cycle_number: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .nullish()
      .meta({ description: "Of the stake; given with stake_id, and only with it" }),
    interest_percent: z.number().nullish(),
    return_amount: claimedAmount
      .nullish()
      .meta({ description: "Must be the cycle's return, or the wallet's balance, if given" }),
    holder_name: bankField,
    bank_name: bankField,
    ifsc_code: bankField,
    account_number: bankField.meta({ description: "The masked number stands for the saved one" }),
    payment_mode: z.enum(["Bank", "Crypto"]),
  })
  .superRefine(({ stake_id, cycle_number }, context) => {
    if ((stake_id ?? null) === null && (cycle_number ?? null) !== null) return missing(context, "stake_id");
    if ((stake_id ?? null) !== null && (cycle_number ?? null) === null) return missing(context, "cycle_number");
  });

function missing(context: z.core.$RefinementCtx, field: string) {
  context.addIssue({ code: "custom", path: [field], message: apiTexts.missing(field) });
}
