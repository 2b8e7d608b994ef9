import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import { messages } from "~/content/messages";
import { editBankDetails } from "~/areas/accounts/profile/edit-bank-details";
import { readBank, saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { withinLimit } from "~/server/session/within-limit";
import { done, doneSchema, fieldProblem, problem } from "./answer";
import { call } from "./call";

/** Two round trips: read what is saved, to see whether the account changes, then write. */
export const updateBankDetails = call({
  operationId: "updateBankDetails",
  method: "PUT",
  path: "/api/users/update_bank_details/{id}",
  summary: "Save bank details. Needs a code given within the last hour.",
  ownId: { in: "path", name: "id" },
  // A field left out stays unchanged. Lengths follow the rules of the page's form.
  body: z.object({
    holder_name: z.string().optional(),
    bank_name: z.string().optional(),
    ifsc_code: z.string().optional(),
    account_number: z.string().optional().meta({ description: "The masked number stands for the saved one" }),
    branch_address: z.string().optional(),
  }),
  answer: doneSchema,
  errors: [403, 429],
  async handle({ body, context, session }) {
    const read = readBank(body);
    if (!read.ok) return fieldProblem(read.errors, messages.somethingWrong);
    const saved = await editBankDetails(context, session);
    const outcome = await saveBankDetails(context, withinLimit(context, session, "bank-details"), {
      saved,
      sent: read.values,
    });
    if (!outcome.ok) return problem(403, apiTexts.codeNeeded);
    return done(messages.userUpdated);
  },
});
