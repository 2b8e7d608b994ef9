/** Who asks for a code. */
export type Asker = {
  ip: string;
  /** Null where there are no cookies, as in the API. Only the browser has this id; stored are hashes of it. */
  browserId: string | null;
  /** The account of somebody signed in: then it is the account that counts. */
  userId: string | null;
  /** The addresses this browser has proved before, as `addressTag`. */
  known: readonly string[];
};

/** What a browser keeps of an address it proved: enough to know it again, not to tell what it is. */
export const addressTag = (addressHash: string): string => addressHash.slice(0, 16);
