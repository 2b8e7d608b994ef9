import { join } from "node:path";
import { canonical, sha } from "../../support/audit-history";
import { type BookOrder, type Result, resultOf } from "../../support/auction-oracle";
import { folderWith, run } from "./audit-folders";

// A made-up round of the auction, changed in one way or another, and what the public program says of it. Whatever is changed, everything
// that follows from it is made consistent again, as a forger would who can write the file.

type Order = BookOrder & { salt: string; receipt: string };
export type Round = Result & {
  book: Order[];
  cask: string;
  closed_at: string;
  fee_basis_points: number;
  opened_at: string;
  reference: number | null;
  root: string;
  round: string;
  version: number;
};

export const saltOf = (number: number) => sha(`salt ${number}`).slice(0, 32);
const receiptFor = ({ cask, round }: Round, { side, limit, quantity, salt }: Order) =>
  sha(canonical({ cask, round, side, limit, quantity, salt }));

/** Makes receipts, root and result fit the book again, but for those that are to stay as they are. */
export function resealed(of: Round, keep: ("receipts" | "root" | "result")[] = []): Round {
  const book = of.book.map((order) =>
    keep.includes("receipts") ? order : { ...order, receipt: receiptFor(of, order) },
  );
  const root = sha(canonical(book.map(({ number, receipt }) => ({ number, receipt }))));
  return {
    ...of,
    book,
    ...(keep.includes("root") ? {} : { root }),
    ...(keep.includes("result") ? {} : resultOf(book, of.reference)),
  };
}

export const order = (number: number, side: "buy" | "sell", limit: number, quantity: number): Order => ({
  ...{ number, side, limit, quantity, salt: saltOf(number), receipt: "" },
});

/** Cleared at 101.00: 15 gets both of its stakes, 12 one of three; 20 gets nothing. */
export const honest = resealed({
  book: [
    order(12, "buy", 10_100, 3),
    order(15, "buy", 10_300, 2),
    order(17, "sell", 10_000, 2),
    order(20, "sell", 10_200, 4),
    order(31, "sell", 9_900, 1),
  ],
  ...{ cask: "csk_made_up", round: "2026-12", version: 1, reference: 10_050, fee_basis_points: 150, root: "" },
  ...{ opened_at: "2026-12-07T12:00:00.000Z", closed_at: "2026-12-14T12:00:00.000Z" },
  ...{ price: null, volume: 0, fills: [] },
});
export const where = "csk_made_up/2026-12";

const fileWith = (content: unknown) =>
  join(folderWith([["round.json", typeof content === "string" ? content : canonical(content)]]), "round.json");
export const verify = (content: unknown, ...words: string[]) => run("--auction", fileWith(content), ...words);
/** The honest round with a change, and what follows from it made to fit. */
export const forged = (change: (round: Round) => void, keep: ("receipts" | "root" | "result")[] = []) => {
  const copy = structuredClone(honest);
  change(copy);
  return resealed(copy, keep);
};
export const orderIn = (round: Round, number: number) => round.book.find((one) => one.number === number) as Order;
