import type { WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";
import * as stake from "~/routes/stakes.$id/route";
import { open, post } from "./ask-route";
import type { TestContext } from "./context";
import type { Person } from "./people";
import { BANK } from "./wallet";

type StakePage = { page: stake.HoldingPage; dialog: WithdrawDialogView | null };

/** @param query begins with '?' */
export const openStake = (shared: TestContext, person: Person | null, id: string, query = "") =>
  open<StakePage>(shared, stake, `/stakes/${id}${query}`, person?.cookie, { id });

/** The form of its return. */
export function postStake(shared: TestContext, person: Person, id: string, fields: Record<string, string> = {}) {
  const form = { intent: "withdraw", ...BANK, ...fields };
  return post<StakePage>(shared, stake, `/stakes/${id}?dialog=withdraw`, person.cookie, form, { id });
}

/** What the form of this page sends back unchanged. */
export const hiddenOf = ({ dialog }: StakePage) =>
  Object.fromEntries((dialog?.hidden ?? []).map(({ name, value }) => [name, value]));
