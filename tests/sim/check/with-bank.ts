import type { Shop } from "../shop";

/** What the bank paid is paid in our books, once, and nothing else has become of it. */
export function checkWithBank({ store, world, bankPaid }: Shop): void {
  for (const [id, references] of bankPaid) {
    const [row] = store.rows<{ state: string; reference: string | null }>(
      "SELECT state, bank_reference AS reference FROM withdrawals WHERE id = ?",
      [id],
    );
    const isPaid = row?.state === "paid" || row?.state === "returned";
    if (!isPaid || !references.has(row.reference ?? ""))
      world.violate("what the bank paid is marked paid under its reference", { id, ...row });
  }
}
