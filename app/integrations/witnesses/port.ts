/** What a witness says of a checkpoint that it was sent. */
export type WitnessAnswer =
  /** Lines of a signed note, not verified yet. */
  | { says: "signed"; lines: string }
  /** The size of the last checkpoint that it signed: it wants a proof from there. */
  | { says: "other-size"; size: number }
  /** The log has not grown from there. */
  | { says: "fork" }
  /** It does not know the log or its key, or takes no checkpoints at all: then it may publish what it signs by itself. */
  | { says: "not-taken"; code: "log-not-known" | "key-not-known" | "not-understood" };

/** Signs the log's checkpoints beside us (C2SP tlog-witness). */
export type WitnessCaller = {
  /** @throws WitnessError if it cannot be reached, or fails */
  addCheckpoint: (address: string, body: string) => Promise<WitnessAnswer>;
  /** The last checkpoint that it signed and publishes; null: none. @throws WitnessError */
  readCheckpoint: (address: string, originHash: string) => Promise<string | null>;
};

export class WitnessError extends Error {
  override readonly name = "WitnessError";
}
