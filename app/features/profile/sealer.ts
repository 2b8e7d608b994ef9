/** Where a sealed text belongs: it opens in no other table, column or user's row. */
export type SealedPlace = { table: "bank_details" | "withdrawals"; column: "account_number_sealed"; userId: string };

export type Sealed = { sealed: string; keyId: string };

/** Keeps account numbers unreadable at rest. Made by the server from its secret. */
export type Sealer = {
  seal: (text: string, place: SealedPlace) => Promise<Sealed>;
  /** @throws Error if the text was sealed under another key or for another place, or was changed */
  open: (sealed: Sealed, place: SealedPlace) => Promise<string>;
};
