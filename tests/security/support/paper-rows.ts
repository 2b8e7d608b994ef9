import { LIVE, type Row, same, signedIn } from "./access-rows";

// Papers: each user has their own, and none sees another's.

const at = (path: string) => () => path;
const post = (path: string) => ({ method: "POST" as const, path: at(path) });
const YEAR = "2025-01-01--2025-12-31";

export const PAPER_ROWS: Row[] = [
  { route: "statements._index", path: at("/statements"), answers: signedIn(200) },
  { route: "statements.$file", what: "one's own, as PDF", path: at(`/statements/${YEAR}.pdf`), answers: signedIn(200) },
  { route: "statements.$file", what: "one's own, as CSV", path: at(`/statements/${YEAR}.csv`), answers: signedIn(200) },
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
