import { messages } from "~/content/messages";
import { bankBody } from "./account-wire";
import { apiTexts } from "~/content/api-texts";
import { editBankDetails } from "~/features/profile/edit-bank-details";
import { readBank, saveBankDetails } from "~/features/profile/save-bank-details";
import { answer, problem } from "./answer";
import { requireApiSession } from "./caller";
import { readBody, readFields, refuseForeignId } from "./fields";
import type { ApiArgs } from "./dispatch";

/** Two round trips: what is saved, to know whether the account is another one, then the write. */
export async function updateBankDetails(args: ApiArgs): Promise<Response> {
  const { context } = args;
  const session = await requireApiSession(args);
  refuseForeignId(session, args.params.id, "id");
  const read = readBank(readFields(bankBody, await readBody(args.request)));
  if (!read.ok) {
    const [field, message] = Object.entries(read.errors)[0] ?? [];
    return problem(400, message ?? messages.somethingWrong, { field });
  }
  const saved = await editBankDetails(context, session);
  const outcome = await saveBankDetails(context, session, { saved, sent: read.values });
  if (!outcome.ok) return problem(403, apiTexts.codeNeeded);
  return answer({ status: true, message: messages.userUpdated });
}
