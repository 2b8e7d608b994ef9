import type { Deps } from "./deps";

/** Where a sealed text belongs; it cannot be opened in any other table, column or user's row. */
export type SealedPlace = { userId: string; table: "bank_details" | "withdrawals"; column: "account_number_sealed" };

export type Sealed = { sealed: string; keyId: string };

/** 'unknown-key': sealed with a key we no longer have. 'not-genuine': modified, or taken from another place. */
export class SealError extends Error {
  constructor(readonly code: "unknown-key" | "not-genuine") {
    super(`the sealed text does not open: ${code}`);
    this.name = "SealError";
  }
}

export type Sealer = {
  seal: (text: string, place: SealedPlace) => Promise<Sealed>;
  /** @throws SealError */
  open: (sealed: Sealed, place: SealedPlace) => Promise<string>;
  /** Keyed hashes of a text, one for each key that is still known; the present key's comes first, and is the one to store. */
  marks: (text: string) => Promise<[string, ...string[]]>;
};

export type SealingDeps = Deps & { sealer: Sealer };
