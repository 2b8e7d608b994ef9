import { BANK } from "../../routes/api/support/samples";
import { at, LIVE, read, type Row, same, send, signedIn } from "./access-rows";

// What proves is for everybody, and the same for everybody.

const missing = (route: string, path: string, what = "unknown"): Row => ({
  route,
  what,
  path: () => path,
  answers: same(404),
});

export const PROOF_ROWS: Row[] = [
  read("proof", "/proof", same(200)),
  read("rack[.]svg", "/rack.svg", same(200)),
  read("evidence._index", "/evidence", same(200)),
  read("evidence._index", "/evidence?cask=csk_none", same(404), { what: "no such cask" }),
  // A paper for holders has no place here, for any caller.
  read("evidence.documents.$sha256", "/evidence/documents/{documentId}", same(404), {
    what: "by the id of a paper for holders",
  }),
  {
    route: "evidence.documents.$sha256",
    what: "unknown",
    path: at(`/evidence/documents/${"0".repeat(64)}`),
    answers: same(404),
  },
  read("audit.key", "/audit/key", same(404), { what: "before the first audit" }),
  read("ways-out", "/ways-out", same(200)),
  read("exits", "/exits", same(200)),
  read("exits[.]json", "/exits.json", same(200)),
  read("audit._index", "/audit", same(200)),
  read("audit.verify", "/audit/verify", same(200)),
  missing("audit.$date", "/audit/2020-01-01"),
  missing("audit.$date[.]json", "/audit/2020-01-01.json"),
  missing("audit.$date[.]csv", "/audit/2020-01-01.csv"),
  missing("audit.$date_.$cask", "/audit/2020-01-01/csk_none"),
  missing("audit.$date_.$cask[.]json", "/audit/2020-01-01/csk_none.json"),
  missing("audit.$date_.$cask[.]json", `/audit/bids/${"0".repeat(64)}.json`, "unknown votes"),
];

// What an investor owns: the owner's alone, whichever user is signed in. Operators have the console for it.

const reading: Row[] = [
  read("stakes._index", "/stakes", signedIn(200)),
  read("stakes.$id", "/stakes/{stakeId}", signedIn(404, { owner: 200 }), { what: "the owner's stake" }),
  read("stakes.$id", "/stakes/{stakeId}?dialog=withdraw", signedIn(404, { owner: 200 }), {
    what: "the form for the owner's return",
  }),
  read("stakes.$id_.documents.$document", "/stakes/{stakeId}/documents/{documentId}", signedIn(404, { owner: 200 }), {
    what: "for holders, about the owner's cask",
  }),
  read("stakes.$id_.documents.$document", "/stakes/{stakeId}/documents/{certificateId}", signedIn(404), {
    what: "by the id of another thing",
  }),
  read("bids.$id", "/bids/{bidId}", signedIn(404, { owner: 200 }), { what: "for the owner's cask" }),
  read("bids.$id_.letter", "/bids/{bidId}/letter", signedIn(404, { owner: 200 }), {
    what: "of the bid for the owner's cask",
  }),
  read("bids.$id_.$token", "/bids/{bidId}/{bidToken}", same(200), { what: "the link in the owner's mail" }),
  read("bids.$id_.$token", "/bids/{bidId}/none", same(404), { what: "unknown" }),
];

const sending: Row[] = [
  send(
    "stakes.$id",
    "/stakes/{stakeId}?dialog=withdraw",
    { intent: "withdraw", ...BANK, stake_id: "{stakeId}", cycle_number: "1" },
    signedIn(404, { owner: "/stakes/STAKE" }),
    { what: "the owner's return", writes: ["owner"] },
  ),
  send(
    "stakes.$id",
    "/stakes/{stakeId}",
    { intent: "cancel-withdrawal", withdrawal: "{withdrawalId}" },
    signedIn(404, { owner: "/stakes/STAKE" }),
    { what: "the owner's withdrawal, cancelled", writes: ["owner"] },
  ),
  send("bids.$id", "/bids/{bidId}", { choice: "accept" }, signedIn(404, { owner: "/bids/BID" }), {
    what: "a vote",
    writes: ["owner"],
    counted: true,
  }),
  send("bids.$id", "/bids/{bidId}", { choice: "perhaps" }, signedIn(400), { what: "without a choice" }),
  send("bids.$id_.$token", "/bids/{bidId}/none", { choice: "accept" }, same(404), {
    what: "by a link that is not ours",
  }),
];

const post = (path: string) => ({ method: "POST" as const, path: at(path) });
const YEAR = "2025-01-01--2025-12-31";

/** Each user has their own, and none sees another's. */
const papers: Row[] = [
  read("statements._index", "/statements", signedIn(200)),
  { route: "statements.$file", what: "as PDF", path: at(`/statements/${YEAR}.pdf`), answers: signedIn(200) },
  { route: "statements.$file", what: "as CSV", path: at(`/statements/${YEAR}.csv`), answers: signedIn(200) },
  ...["ghostfolio.json", "portfolio-performance.csv"].map((file) =>
    read("statements.$file", `/statements/${file}`, signedIn(200), { what: file }),
  ),
  read("statements.$file", "/statements/none.pdf", signedIn(404), { what: "no period" }),
  read("receipts.$file", "/receipts/{paymentId}.pdf", signedIn(404, { owner: 200 }), { what: "the owner's payment" }),
  read("my-data._index", "/my-data", signedIn(200)),
  read("my-data.archive", "/my-data/archive", same("/my-data")),
  { ...post("/my-data/archive"), route: "my-data.archive", answers: signedIn(200), writes: LIVE },
];

export const HOLDING_ROWS: Row[] = [...reading, ...sending, ...papers];
