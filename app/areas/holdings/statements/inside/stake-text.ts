import { statementWords } from "~/content/statement-texts";
import { tidy } from "~/domain/tidy-text";
import type { StakeName } from "./statement";

/** The cask's name, and below it the number of the stake. */
export const stakeText = (stake: StakeName) => `${tidy(stake.caskName)}\n${statementWords.stakeOf(stake)}`;
