import { recordEvent } from "~/areas/buying/provider-events";
import { creditExit } from "~/areas/casks/exits/credit-exit";
import { runOutboxRow } from "../../workers/settlement/outbox";
import { openPayment, pay, type Want } from "./actors/buyer";
import type { Charge } from "../support/provider-records";
import { saveBank } from "./actors/accounts";
import { tick } from "./actors/cron";
import { confirm, propose } from "./actors/exits";
import { askForBalance, askForReturn, cancel, standing, stop } from "./actors/holder";
import { openWithdrawals, payOneReward, payOut, reject } from "./actors/operator";
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
export function onlyRecord(shop: Shop): void {
  const { stripe } = shop.providers;
  stripe.emit = (event) => void shop.world.invoke("record", (one) => recordEvent(shop.deps(one), "stripe", event));
}

async function buyAndPay(shop: Shop): Promise<void> {
  const opened = await openPayment(shop, want);
  if (opened) pay(shop, opened);
}

/** Runs the rows of one kind, as the queue's consumer would. */
export async function runRows(shop: Shop, kind: string): Promise<void> {
  const due = shop.store.rows<{ id: string }>("SELECT id FROM outbox WHERE kind = ? AND done_at_ms IS NULL", [kind]);
  for (const { id } of due) await shop.world.invoke(kind, (one) => runOutboxRow(shop.deps(one), id));
}

/** The provider's news is handled. */
const handleEvents = async (shop: Shop) => {
  await shop.world.sleep(1_000);
  await runRows(shop, "handle-event");
};

const paidButNotSettled = async (shop: Shop) => {
  onlyRecord(shop);
  await buyAndPay(shop);
};

/** Paid after another buyer has bought the last stake. */
const paidInVain = async (shop: Shop) => {
  onlyRecord(shop);
  const late = await openPayment(shop, want);
  shop.store.execute("UPDATE payments SET state = 'cancelled' WHERE id = ?", [late?.paymentId ?? ""]);
  const other = await openPayment(shop, { ...want, userId: "usr_dan" });
  if (other) pay(shop, other);
  await handleEvents(shop);
  if (late) pay(shop, late);
  await handleEvents(shop);
};

/** The buyer was referred, and this is the first stake. */
const earnReward = async (shop: Shop) => {
  await paidButNotSettled(shop);
  await handleEvents(shop);
  await runRows(shop, "issue-certificate");
  // An email about what is taken back soon would come or not, as the crash delays one or the other.
  await runRows(shop, "send-notice");
};

const soldAndDisputed = async (shop: Shop) => {
  await earnReward(shop);
  dispute(shop);
};

/** The charge of what was bought here. */
function boughtCharge({ providers: { stripe } }: Shop): Charge {
  const charge = stripe.charges.find(
    (one) =>
      stripe.sessions.get(one.id.slice(3))?.request.metadata.userID === BUYER && one.cents === CASKS.single.priceCents,
  );
  if (!charge) throw new Error("nothing was bought");
  return charge;
}

function dispute(shop: Shop, charge = boughtCharge(shop)): void {
  const { stripe } = shop.providers;
  charge.dispute = "open";
  stripe.emit(stripe.disputeEvent(charge, "charge.dispute.created"), { mustArrive: true });
}

function closeIt(shop: Shop, how: "won" | "lost", told: boolean, charge = boughtCharge(shop)): void {
  const { stripe } = shop.providers;
  charge.dispute = how;
  if (told) stripe.emit(stripe.disputeEvent(charge, "charge.dispute.closed"), { mustArrive: true });
}

/** The fee is disputed, another is paid, and the dispute about the first is won. */
const wonBesideAnotherFee = async (shop: Shop) => {
  onlyRecord(shop);
  const payFee = async () => {
    const opened = await openPayment(shop, { userId: "usr_eve", caskId: null, mode: "Bank" });
    if (opened) pay(shop, opened);
    await handleEvents(shop);
    return shop.providers.stripe.charges.find(({ paymentId }) => paymentId === opened?.paymentId);
  };
  const first = await payFee();
  dispute(shop, first);
  await handleEvents(shop);
  await payFee();
  closeIt(shop, "won", true, first);
  await shop.world.sleep(1_000);
  // Which news comes first would depend on the crash.
  await runRows(shop, "send-notice");
};

const askThrice = (press: typeof askForReturn) => async (shop: Shop) => {
  for (let presses = 0; presses < 3; presses++) {
    if ((await press(shop, "usr_ann")) !== "no answer") return;
    await shop.world.sleep(1_000);
  }
};
const ask = askThrice(askForReturn);

const askAndWait = async (shop: Shop) => {
  await ask(shop);
  await shop.world.sleep(49 * 3_600_000);
};

const decide = (how: typeof payOut) => async (shop: Shop) => {
  for (const open of openWithdrawals(shop)) while (!(await how(shop, open))) await shop.world.sleep(1_000);
};

const undo = (how: typeof cancel) => async (shop: Shop) => {
  for (const one of standing(shop)) while (!(await how(shop, one))) await shop.world.sleep(1_000);
};

/** Pressed until there is an answer. */
export const insist = (press: (shop: Shop) => Promise<unknown>) => async (shop: Shop) => {
  while (!(await press(shop))) await shop.world.sleep(1_000);
};

const payItsReward = insist((shop) => payOneReward(shop, BUYER));

const rewardedAndDisputed = async (shop: Shop) => {
  await earnReward(shop);
  await payItsReward(shop);
  dispute(shop);
};

const disputedAndWon = async (shop: Shop) => {
  await soldAndDisputed(shop);
  await handleEvents(shop);
  closeIt(shop, "won", true);
};

/** Decided against us while no event arrives: only the timer asks. */
const lostUnheard = async (shop: Shop) => {
  await soldAndDisputed(shop);
  await handleEvents(shop);
  closeIt(shop, "lost", false);
  shop.reconciles = true;
};

const SOLD = { soldOn: "2031-03-05", buyerKind: "bottler", grossCents: 160_001, feesCents: 9_000 } as const;

const proposedTo = async (shop: Shop, cask: (typeof CASKS)[keyof typeof CASKS]) => {
  const sale = await propose(shop, cask, SOLD);
  if (!sale) throw new Error("nothing was proposed");
  return sale;
};

const confirmOld = async (shop: Shop) => {
  const [standing] = shop.store.rows<{ id: string; net: number }>(
    "SELECT id, net_per_stake_cents AS net FROM cask_exits WHERE state <> 'withdrawn'",
  );
  const sale = { caskId: CASKS.old.id, terms: SOLD, netPerStakeCents: standing?.net ?? 0, exitId: standing?.id ?? "" };
  await confirm(shop, sale);
};

/** Confirmed, but no nudge was sent. */
const soldToBottler = async (shop: Shop) => confirm(shop, await proposedTo(shop, CASKS.old), false);

/** One stake a batch, so that it can stop between any two; what is left is done by the timer. */
const creditOneByOne = async (shop: Shop) => {
  const due = shop.store.rows<{ subject: string }>(
    "SELECT subject_id AS subject FROM outbox WHERE kind = 'credit-exit'",
  );
  for (const { subject } of due)
    await shop.world.invoke("credit", (one) => creditExit(shop.deps(one), subject, { stakesAtOnce: 1 }));
};

/** Its cask was sold and shared out while the stake was in dispute. */
const wonAfterSale = async (shop: Shop) => {
  await soldAndDisputed(shop);
  await handleEvents(shop);
  await confirm(shop, await proposedTo(shop, CASKS.single), false);
  await runRows(shop, "credit-exit");
  closeIt(shop, "won", true);
  await handleEvents(shop);
};

/** A return is asked for, and its cask is sold. */
const askedAndSold = async (shop: Shop) => {
  await ask(shop);
  await soldToBottler(shop);
};

const askedAndCredited = async (shop: Shop) => {
  await askedAndSold(shop);
  await runRows(shop, "credit-exit");
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
    await handleEvents(shop);
  }),
  { name: "request a withdrawal", disturbed: "withdrawal", prepare: nothing, act: ask },
  { name: "withdraw the wallet's balance", disturbed: "balance", prepare: nothing, act: askThrice(askForBalance) },
  { name: "pay a withdrawal out", disturbed: "pay out", prepare: askAndWait, act: decide(payOut) },
  { name: "reject a withdrawal", disturbed: "reject", prepare: ask, act: decide(reject) },
  { name: "cancel a withdrawal", disturbed: "cancel", prepare: ask, act: undo(cancel) },
  { name: "stop a withdrawal by its link", disturbed: "stop link", prepare: ask, act: undo(stop) },
  {
    name: "save bank details",
    disturbed: "save bank details",
    prepare: nothing,
    act: insist((shop) => saveBank(shop, "usr_ann", "other")),
  },
  { name: "pay a reward", disturbed: "pay reward", prepare: earnReward, act: payItsReward },
  flow("take back a paid reward", "handle-event", rewardedAndDisputed),
  flow("give again after a won dispute", "handle-event", disputedAndWon),
  flow("give back a fee won beside another", "handle-event", wonBesideAnotherFee),
  flow("certificate of a stake given again", "issue-certificate", async (shop) => {
    await disputedAndWon(shop);
    await handleEvents(shop);
  }),
  {
    name: "propose a sale",
    disturbed: "propose exit",
    prepare: nothing,
    act: async (shop) => void (await proposedTo(shop, CASKS.old)),
  },
  {
    name: "confirm a sale",
    disturbed: "confirm exit",
    prepare: async (shop) => void (await proposedTo(shop, CASKS.old)),
    act: confirmOld,
  },
  flow("credit everybody whose cask was sold", "credit-exit", soldToBottler),
  { name: "credit them stake by stake", disturbed: "credit", prepare: soldToBottler, act: creditOneByOne },
  flow("credit a stake less what was advanced on it", "credit-exit", askedAndSold),
  {
    name: "reject a return after its stake was credited",
    disturbed: "reject",
    prepare: askedAndCredited,
    act: decide(reject),
  },
  {
    name: "cancel a return after its stake was credited",
    disturbed: "cancel",
    prepare: askedAndCredited,
    act: undo(cancel),
  },
  flow("credit a stake whose dispute was won after the sale", "credit-exit", wonAfterSale),
  { name: "reconcile", disturbed: "cron", prepare: lostUnheard, act: insist(tick) },
];

export function flow(name: string, kind: string, prepare: Flow["prepare"]): Flow {
  return { name, disturbed: kind, prepare, act: (shop) => runRows(shop, kind) };
}
