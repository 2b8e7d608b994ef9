import type { Deps } from "./deps";

/** The form that fits into a text message. */
const LENGTH = 30;

/** More than 140 random bits: cannot be guessed, and long enough for the log to cut it off. */
export const newStopToken = ({ newCode }: Deps) => `${newCode()}${newCode()}`.slice(0, LENGTH);

export const stopAddress = (origin: string, stopToken: string) => `${origin}/stop/${stopToken}`;
