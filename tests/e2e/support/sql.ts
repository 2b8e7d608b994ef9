import { inject } from "vitest";
import { askAtDoor } from "../../../scripts/steps/sql-door.mjs";

/** The rows of each statement, in the database of the run that all tests share. */
export const sql = (statements: readonly string[]) =>
  askAtDoor({ origin: inject("origin"), secrets: inject("secrets") }, statements);
