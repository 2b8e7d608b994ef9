import { messages } from "~/content/messages";
import { mergePersonal, personalBody } from "~/features/api/account-wire";
import { apiTexts } from "~/features/api/api-texts";
import { userDetailsWire } from "~/features/api/user-details-wire";
import { tokensOf, walletOf } from "~/features/ledger/accounts";
import { billingQuery } from "~/features/portfolio/billing-history";
import {
  balanceQuery,
  reachedBounds,
  stakesQuery,
  valuationsQuery,
  withdrawalsQuery,
} from "~/features/portfolio/holdings-queries";
import { referralCodeQuery } from "~/features/portfolio/rewards";
import { bankDetailsQuery } from "~/features/profile/bank-details";
import { emailChange, personalQuery, readPersonal, savePersonalStatements } from "~/features/profile/personal-details";
import { answer, problem } from "./api-answer";
import { type Caller, findCaller, readAsCaller, writeAsCaller } from "./api-caller";
import { readBody, readFields, refuseForeignId } from "./api-input";
import type { ApiArgs } from "./api-route";
import { readId } from "./read-id";

// A user's details under the two addresses clients know, and their change. Only ever the caller's own.

export async function readUser(args: ApiArgs, caller: Caller): Promise<Response> {
  const { db, log, origin } = args.context;
  const before = new URL(args.request.url).searchParams.get("before");
  const { viewer, rows, nowMs } = await readAsCaller(args, caller, ({ userId }) => [
    stakesQuery(db, userId),
    valuationsQuery(db, userId),
    withdrawalsQuery(db, userId),
    balanceQuery(db, walletOf(userId)),
    billingQuery(db, userId, before === null ? null : readId(before)),
    balanceQuery(db, tokensOf(userId)),
    referralCodeQuery(db, userId),
    personalQuery(db, userId),
    bankDetailsQuery(db, userId),
  ]);
  const [stakes, valuations, withdrawals, balance, billing, tokens, code, [personal], [bank]] = rows;
  if (reachedBounds({ stakes, valuations, withdrawals })) log("portfolio-cut-short", { userId: viewer.id });
  const all = { stakes, valuations, withdrawals, balance, billing, tokens, code, personal, bank };
  return answer({
    status: true,
    data: userDetailsWire(all, { id: viewer.id, activated: viewer.activated, nowMs, origin }),
  });
}

/** Two round trips: what is saved, for fields that were left out, then the write. */
export async function updateUser(args: ApiArgs): Promise<Response> {
  const { db, newId } = args.context;
  const caller = await findCaller(args);
  refuseForeignId(caller, args.params.id, "id");
  const sent = readFields(personalBody, await readBody(args.request));
  const { viewer, rows } = await readAsCaller(args, caller, ({ userId }) => [personalQuery(db, userId)]);
  const read = readPersonal(mergePersonal(sent, rows[0][0]));
  if (!read.ok) {
    const [field, message] = Object.entries(read.errors)[0] ?? [];
    return problem(400, message ?? messages.somethingWrong, { field });
  }
  const { values } = read;
  if (emailChange(sent.email === undefined ? undefined : values.email, viewer.email).kind !== "none")
    return problem(400, apiTexts.emailNeedsCode, { field: "email" });
  await writeAsCaller(args, caller, ({ userId, nowMs }, live) =>
    savePersonalStatements(db, { userId, values, auditId: newId("aud"), nowMs, live }),
  );
  return answer({ status: true, message: messages.userUpdated });
}
