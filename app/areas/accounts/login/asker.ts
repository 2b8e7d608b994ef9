/** Who asks for a code. */
export type Asker = {
  ip: string;
  /** Null where there are no cookies, as in the API. Only the browser has this id; stored are hashes of it. */
  browserId: string | null;
  /** The account, if signed in: then the limit counts by account. */
  userId: string | null;
  /** The addresses this browser has proved before, as `addressTag`. */
  known: readonly string[];
};

/** What a browser keeps of an address it proved: enough to recognise it, not enough to reveal it. */
export const addressTag = (addressHash: string): string => addressHash.slice(0, 16);
