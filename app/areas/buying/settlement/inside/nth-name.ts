import { type SQL, sql } from "drizzle-orm";

/** The name of a movement that can happen more than once to the same cause: 'reversal', then 'reversal-2'. @param time from 1 */
export const nthName = (name: string, time: number) => (time > 1 ? `${name}-${time}` : name);

/** The same, of a number in a column. */
export const nthNameIn = (name: string, time: SQL): SQL<string> =>
  sql<string>`iif(${time} > 1, ${name} || '-' || ${time}, ${name})`;
