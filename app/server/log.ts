import type { Log } from "~/features/deps";

// The only place that writes to the console. The field names are allow-listed by the type; values are ids and figures.
export const log: Log = (event, fields) => {
  console.log(JSON.stringify({ event, ...fields }));
};
