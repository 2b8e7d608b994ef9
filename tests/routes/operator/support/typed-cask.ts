import { sql } from "drizzle-orm";
import { addDays } from "~/domain/calendar-date";
import type { TestContext } from "../../../support/context";
import type { Person } from "../../../support/people";
import { hiddenIn, type visitConsole } from "./visit-console";

/** The form of a new cask, filled in and fit to be published today. */
export const typedCask = (today: string) => ({
  cask_name: "Glen Console 2019",
  kind: "whisky",
  distillery: "Glen Console",
  cask_type: "hogshead",
  launch_date: today,
  close_date: addDays(today, 30),
  cost_per_stake: "500",
  total_stakes: "7",
  loa_litres: "123.4",
  abv: "63.4",
  warehouse: "Bond 3, Leith",
  distillery_information: "First.\n\nSecond.",
});

export const caskPage = (caskId: string, view?: string) => `/operator/casks/${caskId}${view ? `?view=${view}` : ""}`;

/** Sends the form of a new cask. @returns the cask's id, or "" if it was refused */
export async function draftCask(
  { get, post }: ReturnType<typeof visitConsole>,
  operator: Person,
  typed: Record<string, string>,
): Promise<string> {
  const { text } = await get("/operator/casks/new", operator);
  const { location } = await post("/operator/casks/new", operator, { ...hiddenIn(text, 'value="save"'), ...typed });
  return location?.split("/").at(-1) ?? "";
}

type CaskRow = { state: string; version: number; name: string; endedOn: string | null };

/** What the database holds of a cask, read past the application. */
export const caskRecords = ({ db }: Pick<TestContext, "db">) => ({
  rowOf: async (caskId: string) =>
    (await db.all<CaskRow>(sql`SELECT state, version, name, ended_on AS endedOn FROM casks WHERE id = ${caskId}`))[0],
  actionsOf: async (subject: string) =>
    (await db.all<{ action: string }>(sql`SELECT action FROM audit_log WHERE subject = ${subject} ORDER BY rowid`)).map(
      ({ action }) => action,
    ),
});
