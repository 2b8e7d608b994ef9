import { statementWords } from "~/content/statement-texts";
import type { StakeName } from "./statement";

/** The cask's name, and below it the number of the stake. */
export const stakeText = (stake: StakeName) => `${stake.caskName}\n${statementWords.stakeOf(stake)}`;
