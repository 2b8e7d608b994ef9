import type { Sha256 } from "~/domain/audit/audit-files";
import { canonicalJson } from "~/domain/audit/canonical-json";
import { byNumber, clear, type Cleared, type Order } from "./clear";

// What is published of a round: /audit/market/CASK/ROUND.json, as canonical JSON. Like the files of the audit it is read by programs that
// refuse what they do not know: adding a field raises `version`.

export type RoundName = { cask: string; round: string };

/** An order with the salt (32 hex digits) that keeps its receipt from telling what it says before the close. */
export type SaltedOrder = Order & { salt: string };

export type ListedOrder = SaltedOrder & { receipt: string };

export type Round = RoundName & {
  /** Times like 2026-12-07T12:00:00.000Z. */
  opened_at: string;
  closed_at: string;
  /** The last valuation at the close, in cents. */
  reference: number | null;
  fee_basis_points: number;
  /** See `rootOf`. It is published at the close, before the result is computed. */
  root: string;
};

export type PublishedRound = Round &
  Cleared & {
    /** By number, without those withdrawn. */
    book: ListedOrder[];
    version: 1;
  };

export const roundKey = ({ cask, round }: RoundName) => `audit/market/${cask}/${round}.json`;
/** Of the root alone, which is published before the result is computed. */
export const rootKey = ({ cask, round }: RoundName) => `audit/market/${cask}/${round}-root.json`;

/** Given to the person who places an order, with its number: it shows later that the order was not changed. */
export const receiptOf = (
  { cask, round }: RoundName,
  { side, limit, quantity, salt }: Omit<SaltedOrder, "number">,
  sha256: Sha256,
): string => sha256(canonicalJson({ cask, limit, quantity, round, salt, side }));

/** One hash over all receipts: it shows that no order was changed, left out or added after the close. */
export const rootOf = (receipts: readonly Pick<ListedOrder, "number" | "receipt">[], sha256: Sha256): string =>
  sha256(canonicalJson([...receipts].sort(byNumber).map(({ number, receipt }) => ({ number, receipt }))));

/**
 * Only what is listed here is published, whatever else an order was read with.
 * @throws RangeError if an order is not a proper one, or if the orders do not have the root that was published
 */
export function publishRound(of: Round, orders: readonly SaltedOrder[], sha256: Sha256): PublishedRound {
  const { cask, round, opened_at, closed_at, reference, fee_basis_points, root } = of;
  const book = [...orders].sort(byNumber).map((order) => {
    const { number, side, limit, quantity, salt } = order;
    return { number, side, limit, quantity, salt, receipt: receiptOf(of, order, sha256) };
  });
  checkBook(book);
  if (reference !== null && !isCount(reference)) throw new RangeError("reference: no whole cents");
  if (!Number.isSafeInteger(fee_basis_points) || fee_basis_points < 0 || fee_basis_points >= 10_000)
    throw new RangeError("fee_basis_points: no rate below the whole price");
  if (rootOf(book, sha256) !== root) throw new RangeError("root: not that of these orders");
  const { price, volume, fills } = clear(book, reference);
  return {
    ...{ book, cask, closed_at, fee_basis_points, fills, opened_at, price, reference, root, round },
    ...{ version: 1, volume },
  };
}

/** Beyond it sums would no longer be exact, and no stake costs a billion dollars. */
const MOST_CENTS = 100_000_000_000;
const MOST_STAKES = 1_000_000;

const isCount = (figure: number, most = MOST_CENTS) => Number.isSafeInteger(figure) && figure > 0 && figure <= most;

function checkBook(book: readonly SaltedOrder[]): void {
  for (const [at, { number, limit, quantity, salt }] of book.entries()) {
    const refuse = (field: string): never => {
      throw new RangeError(`order ${number}: ${field}`);
    };
    if (!isCount(number) || number === book[at - 1]?.number) refuse("number");
    if (!isCount(limit)) refuse("limit");
    if (!isCount(quantity, MOST_STAKES)) refuse("quantity");
    if (!/^[0-9a-f]{32}$/.test(salt)) refuse("salt");
  }
}
