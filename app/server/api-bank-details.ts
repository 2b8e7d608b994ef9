import { messages } from "~/content/messages";
import { lastFour } from "~/domain/bank-hints";
import { bankBody, meansSavedNumber, mergeBank } from "~/features/api/account-wire";
import { apiTexts } from "~/features/api/api-texts";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/features/profile/bank-details";
import { openAccountNumber } from "~/features/profile/open-account-number";
import { changedAt, readBank, saveBankStatements } from "~/features/profile/save-bank-details";
import { answer, problem } from "./api-answer";
import { findCaller, readAsCaller, writeAsCaller } from "./api-caller";
import { readBody, readFields, refuseForeignId } from "./api-input";
import type { ApiArgs } from "./api-route";
import type { RequestContext } from "./context";
import { freshSession } from "./fresh-session";
import { createSealer } from "./seal";

/** Two round trips: what is saved, to know whether the account is another one, then the write. */
export async function updateBankDetails(args: ApiArgs): Promise<Response> {
  const { db, newId, config } = args.context;
  const caller = await findCaller(args);
  refuseForeignId(caller, args.params.id, "id");
  const sent = readFields(bankBody, await readBody(args.request));
  const { viewer, rows, nowMs } = await readAsCaller(args, caller, (asked) => [
    sealedBankDetailsQuery(db, asked.userId),
    // The number is opened to be compared, so the same batch puts that on record.
    accountOpenedStatement(db, {
      auditId: newId("aud"),
      userId: asked.userId,
      what: "bank-details",
      nowMs: asked.nowMs,
      live: freshSession(asked, asked.nowMs),
    }),
  ]);
  const [[row]] = rows;
  if (!requireFreshProof(viewer, nowMs).ok) return problem(403, apiTexts.codeNeeded);
  const accountNumber = await openSaved(args.context, row, meansSavedNumber(sent.account_number, row));
  const read = readBank(mergeBank(sent, row, accountNumber));
  if (!read.ok) {
    const [field, message] = Object.entries(read.errors)[0] ?? [];
    return problem(400, message ?? messages.somethingWrong, { field });
  }
  const { values } = read;
  const place = { table: "bank_details", column: "account_number_sealed", userId: viewer.id } as const;
  const sealed = await createSealer(config).seal(values.account_number, place);
  await writeAsCaller(args, caller, (asked) =>
    saveBankStatements(db, {
      userId: asked.userId,
      values,
      account: { ...sealed, last4: lastFour(values.account_number) },
      changedAtMs: changedAt(values, row && accountNumber !== null ? { row, accountNumber } : null, nowMs),
      auditId: newId("aud"),
      nowMs,
      allowed: freshSession(asked, nowMs),
    }),
  );
  return answer({ status: true, message: messages.userUpdated });
}

/**
 * @param needed whether the request stands on the saved number
 * @throws Error rather than let a number that cannot be opened be replaced by nothing
 */
export async function openSaved(
  { config, log }: RequestContext,
  row: SealedBankDetails | undefined,
  needed: boolean,
): Promise<string | null> {
  const opened = await openAccountNumber({ log, sealer: createSealer(config) }, row);
  if (needed && opened === null && row && row.accountNumberSealed !== "")
    throw new Error("the saved account number cannot be opened");
  return opened;
}
