import { recordEvent } from "~/features/payment-events/record-event";
import { runOutboxRow } from "~/features/outbox/run-outbox";
import { openPayment, pay, type Want } from "./actors/buyer";
import { askForBalance, askForReturn } from "./actors/holder";
import { openWithdrawals, payOut, reject } from "./actors/operator";
import type { Shop } from "./shop";
import { CASKS } from "./template-plan";

// The flows in which every step is tried: first a preparation without faults, then the disturbed invocations.

export type Flow = {
  name: string;
  /** The invocations with these names are the ones that crash. */
  disturbed: string;
  prepare: (shop: Shop) => Promise<void>;
  act: (shop: Shop) => Promise<void>;
};

const BUYER = "usr_cat";
const want: Want = { userId: BUYER, caskId: CASKS.single.id, mode: "Bank" };
const nothing = () => Promise.resolve();

/** Events are recorded without a nudge: the flow itself runs the outbox row. */
function onlyRecord(shop: Shop): void {
  const { stripe } = shop.providers;
  stripe.emit = (event) => void shop.world.invoke("record", (one) => recordEvent(shop.deps(one), "stripe", event));
}

async function buyAndPay(shop: Shop): Promise<void> {
  const opened = await openPayment(shop, want);
  if (opened) pay(shop, opened);
}

/** Runs the rows of one kind, as the queue's consumer would. */
async function runRows(shop: Shop, kind: string): Promise<void> {
  const due = shop.store.rows<{ id: string }>("SELECT id FROM outbox WHERE kind = ? AND done_at_ms IS NULL", [kind]);
  for (const { id } of due) await shop.world.invoke(kind, (one) => runOutboxRow(shop.deps(one), id));
}

const paidButNotSettled = async (shop: Shop) => {
  onlyRecord(shop);
  await buyAndPay(shop);
};

/** Paid after somebody else has bought the last stake. */
const paidInVain = async (shop: Shop) => {
  onlyRecord(shop);
  const late = await openPayment(shop, want);
  shop.store.execute("UPDATE payments SET state = 'cancelled' WHERE id = ?", [late?.paymentId ?? ""]);
  const other = await openPayment(shop, { ...want, userId: "usr_dan" });
  if (other) pay(shop, other);
  await shop.world.sleep(1_000);
  await runRows(shop, "handle-event");
  if (late) pay(shop, late);
  await shop.world.sleep(1_000);
  await runRows(shop, "handle-event");
};

const soldAndDisputed = async (shop: Shop) => {
  await paidButNotSettled(shop);
  await shop.world.sleep(1_000);
  await runRows(shop, "handle-event");
  await runRows(shop, "issue-certificate");
  const { stripe } = shop.providers;
  const charge = stripe.charges.find(
    (one) =>
      stripe.sessions.get(one.id.slice(3))?.request.metadata.userID === BUYER && one.cents === CASKS.single.priceCents,
  );
  if (!charge) throw new Error("nothing was bought");
  charge.dispute = "open";
  stripe.emit(stripe.disputeEvent(charge, "charge.dispute.created"), { mustArrive: true });
};

const ask = async (shop: Shop) => {
  for (let press = 0; press < 3; press++) {
    if ((await askForReturn(shop, "usr_ann")) !== "no answer") return;
    await shop.world.sleep(1_000);
  }
};

const askForAll = async (shop: Shop) => {
  for (let press = 0; press < 3; press++) {
    if ((await askForBalance(shop, "usr_ann")) !== "no answer") return;
    await shop.world.sleep(1_000);
  }
};

const decide = (how: typeof payOut) => async (shop: Shop) => {
  for (const open of openWithdrawals(shop)) while (!(await how(shop, open))) await shop.world.sleep(1_000);
};

export const FLOWS: Flow[] = [
  { name: "reserve and open the checkout", disturbed: "reserve", prepare: nothing, act: buyAndPay },
  { name: "webhook", disturbed: "webhook", prepare: nothing, act: buyAndPay },
  { name: "nudge", disturbed: "nudge", prepare: nothing, act: buyAndPay },
  { name: "the queue's consumer, settlement to mail", disturbed: "consumer", prepare: nothing, act: buyAndPay },
  ...["handle-event", "check-payment"].map((kind) => flow(`settle by ${kind}`, kind, paidButNotSettled)),
  flow("refund", "refund-payment", paidInVain),
  flow("take back", "handle-event", soldAndDisputed),
  flow("certificate", "issue-certificate", async (shop) => {
    await paidButNotSettled(shop);
    await shop.world.sleep(1_000);
    await runRows(shop, "handle-event");
  }),
  { name: "request a withdrawal", disturbed: "withdrawal", prepare: nothing, act: ask },
  { name: "withdraw the wallet's balance", disturbed: "balance", prepare: nothing, act: askForAll },
  { name: "pay a withdrawal out", disturbed: "pay out", prepare: ask, act: decide(payOut) },
  { name: "reject a withdrawal", disturbed: "reject", prepare: ask, act: decide(reject) },
];

function flow(name: string, kind: string, prepare: Flow["prepare"]): Flow {
  return { name, disturbed: kind, prepare, act: (shop) => runRows(shop, kind) };
}
