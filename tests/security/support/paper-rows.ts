import { type Row, signedIn } from "./access-rows";

// Papers: everybody has their own, and nobody sees another person's.

const at = (path: string) => () => path;
const YEAR = "2025-01-01--2025-12-31";

export const PAPER_ROWS: Row[] = [
  { route: "statements", path: at("/statements"), answers: signedIn(200) },
  { route: "statements.$file", what: "one's own, as PDF", path: at(`/statements/${YEAR}.pdf`), answers: signedIn(200) },
  { route: "statements.$file", what: "one's own, as CSV", path: at(`/statements/${YEAR}.csv`), answers: signedIn(200) },
  { route: "statements.$file", what: "no period", path: at("/statements/none.pdf"), answers: signedIn(404) },
  {
    route: "receipts.$file",
    what: "the owner's payment",
    path: ({ things }) => `/receipts/${things.paymentId}.pdf`,
    answers: signedIn(404, { owner: 200 }),
  },
];
