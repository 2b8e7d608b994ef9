import { BANK } from "../../routes/api/support/samples";
import { type Asked, LIVE, type Row, same, signedIn } from "./access-rows";

// What an investor owns: the owner's alone, whichever user is signed in. Operators have the console for it.

const reading: Row[] = [
  { route: "stakes._index", path: () => "/stakes", answers: signedIn(200) },
  {
    route: "stakes.$id",
    what: "the owner's stake",
    path: ({ things }) => `/stakes/${things.stakeId}`,
    answers: signedIn(404, { owner: 200 }),
  },
  {
    route: "stakes.$id",
    what: "the form for the owner's return",
    path: ({ things }) => `/stakes/${things.stakeId}?dialog=withdraw`,
    answers: signedIn(404, { owner: 200 }),
  },
  {
    route: "stakes.$id_.documents.$document",
    what: "for holders, about the owner's cask",
    path: ({ things }) => `/stakes/${things.stakeId}/documents/${things.documentId}`,
    answers: signedIn(404, { owner: 200 }),
  },
  {
    route: "stakes.$id_.documents.$document",
    what: "by the id of another thing",
    path: ({ things }) => `/stakes/${things.stakeId}/documents/${things.certificateId}`,
    answers: signedIn(404),
  },
  {
    route: "bids.$id",
    what: "for the owner's cask",
    path: ({ things }) => `/bids/${things.bidId}`,
    answers: signedIn(404, { owner: 200 }),
  },
  {
    route: "bids.$id_.letter",
    what: "of the bid for the owner's cask",
    path: ({ things }) => `/bids/${things.bidId}/letter`,
    answers: signedIn(404, { owner: 200 }),
  },
  {
    route: "bids.$id_.$token",
    what: "the link in the owner's mail",
    path: ({ things }) => `/bids/${things.bidId}/${things.bidToken}`,
    answers: same(200),
  },
  {
    route: "bids.$id_.$token",
    what: "unknown",
    path: ({ things }) => `/bids/${things.bidId}/none`,
    answers: same(404),
  },
];

const sending: Row[] = [
  {
    route: "stakes.$id",
    method: "POST",
    what: "the owner's return",
    path: ({ things }) => `/stakes/${things.stakeId}?dialog=withdraw`,
    body: ({ things }) => ({ intent: "withdraw", ...BANK, stake_id: things.stakeId, cycle_number: "1" }),
    answers: signedIn(404, { owner: "/stakes/STAKE" }),
    writes: ["owner"],
  },
  {
    route: "stakes.$id",
    method: "POST",
    what: "the owner's withdrawal, cancelled",
    path: ({ things }) => `/stakes/${things.stakeId}`,
    body: ({ things }) => ({ intent: "cancel-withdrawal", withdrawal: things.withdrawalId }),
    answers: signedIn(404, { owner: "/stakes/STAKE" }),
    writes: ["owner"],
  },
  {
    route: "bids.$id",
    method: "POST",
    what: "a vote",
    path: ({ things }) => `/bids/${things.bidId}`,
    body: () => ({ choice: "accept" }),
    answers: signedIn(404, { owner: "/bids/BID" }),
    writes: ["owner"],
    counted: true,
  },
  {
    route: "bids.$id",
    method: "POST",
    what: "without a choice",
    path: ({ things }) => `/bids/${things.bidId}`,
    body: () => ({ choice: "perhaps" }),
    answers: signedIn(400),
  },
  {
    route: "bids.$id_.$token",
    method: "POST",
    what: "by a link that is not ours",
    path: ({ things }) => `/bids/${things.bidId}/none`,
    body: () => ({ choice: "accept" }),
    answers: same(404),
  },
];

const at = (path: string) => () => path;
const post = (path: string) => ({ method: "POST" as const, path: at(path) });
const YEAR = "2025-01-01--2025-12-31";

/** Each user has their own, and none sees another's. */
const papers: Row[] = [
  { route: "statements._index", path: at("/statements"), answers: signedIn(200) },
  { route: "statements.$file", what: "as PDF", path: at(`/statements/${YEAR}.pdf`), answers: signedIn(200) },
  { route: "statements.$file", what: "as CSV", path: at(`/statements/${YEAR}.csv`), answers: signedIn(200) },
  { route: "statements.$file", what: "no period", path: at("/statements/none.pdf"), answers: signedIn(404) },
  {
    route: "receipts.$file",
    what: "the owner's payment",
    path: ({ things }) => `/receipts/${things.paymentId}.pdf`,
    answers: signedIn(404, { owner: 200 }),
  },
  { route: "my-data._index", path: at("/my-data"), answers: signedIn(200) },
  { route: "my-data.archive", path: at("/my-data/archive"), answers: same("/my-data") },
  { ...post("/my-data/archive"), route: "my-data.archive", answers: signedIn(200), writes: LIVE },
];

const going = (route: string, path: Row["path"]): Row => ({
  route,
  what: "going on with it",
  method: "POST",
  path,
  body: () => ({ body: "And what about the storage?" }),
  answers: signedIn(404, { owner: "/customer-support/REQUEST" }),
  writes: ["owner"],
  counted: true,
});

const thread = ({ things }: Asked) => `/customer-support/${things.requestId}`;

/** What the owner wrote is the owner's to read and go on with, and so is what went to the owner. */
const threads: Row[] = [
  { route: "customer-support_.$number", path: thread, answers: signedIn(404, { owner: 200 }) },
  going("customer-support_.$number", thread),
  going("notices_.$id", ({ things }) => `/notices/${things.messageId}`),
];

export const HOLDING_ROWS: Row[] = [...reading, ...sending, ...papers, ...threads];
