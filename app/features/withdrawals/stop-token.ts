import type { Deps } from "~/features/deps";

/** Two codes, 150 random bits: cannot be guessed, and long enough for the log to cut it off. */
export const newStopToken = ({ newCode }: Pick<Deps, "newCode">) => `${newCode()}${newCode()}`;

/** Where a withdrawal is stopped: for its mails. */
export const stopAddress = (origin: string, stopToken: string) => `${origin}/withdrawals/stop/${stopToken}`;
