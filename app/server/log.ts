import type { Log } from "~/core/deps";

// The only place that writes to the console. The type allow-lists the field names; values are ids and figures.
export const log: Log = (event, fields) => {
  console.log(JSON.stringify({ event, ...fields }));
};
