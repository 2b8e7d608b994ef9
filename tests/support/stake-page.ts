import type { HoldingPage } from "~/routes/stakes.$id/route";
import { action, loader } from "~/routes/stakes.$id/route";
import type { WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";
import type { TestContext } from "./context";
import { formPost, get, pageAfter, type Person } from "./people";
import { BANK } from "./wallet";

const ORIGIN = "http://localhost:8787";

type StakePage = { page: HoldingPage; dialog: WithdrawDialogView | null };

async function answerOf(context: TestContext, call: () => Promise<unknown>) {
  const response = await call().catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (!(response instanceof Response)) throw new Error("not a response");
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const data = (isJson ? await response.json() : null) as StakePage;
  return { status: response.status, location: response.headers.get("Location"), response, data, trips: context.trips };
}

/** @param query begins with '?' */
export async function openStake(shared: TestContext, person: Person | null, id: string, query = "") {
  const context = shared.next();
  const request = get(`${ORIGIN}/stakes/${id}${query}`, person?.cookie);
  return answerOf(context, () => loader({ request, context, params: { id } }));
}

/** The whole request: the action, and if it answers with a page, the loader on the same context. */
export async function postStake(shared: TestContext, person: Person, id: string, fields: Record<string, string> = {}) {
  const context = shared.next();
  const url = `${ORIGIN}/stakes/${id}?dialog=withdraw`;
  const request = formPost(url, person.cookie, { intent: "withdraw", ...BANK, ...fields });
  const posted = await answerOf(context, () => action({ request, context, params: { id } }));
  if (posted.location !== null || posted.status === 404) return { ...posted, page: null };
  const page = await answerOf(context, () => loader({ request: pageAfter(request), context, params: { id } }));
  return { ...posted, page };
}

/** What the form of this page sends back unchanged. */
export const hiddenOf = ({ dialog }: StakePage) =>
  Object.fromEntries((dialog?.hidden ?? []).map(({ name, value }) => [name, value]));
