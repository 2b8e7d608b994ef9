import { inConsole, type Row } from "./access-rows";

// The console's pages of casks.

const at = (path: string) => () => path;
const openCask = ({ things }: { things: { openCaskId: string } }) => `/operator/casks/${things.openCaskId}`;
const SALE = { sold_on: "2026-01-01", buyer_kind: "trade", gross: "5000", fees: "0", net_per_stake: "101" };

const refusedWithout = (intent: string, fields: Record<string, string> = {}): Row => ({
  route: "operator.casks.$id",
  what: `${intent}, with what is missing or does not hold`,
  method: "POST",
  path: openCask,
  body: () => ({ intent, ...fields }),
  answers: inConsole(["save", "value", "gauge", "evidence", "sell", "bid"].includes(intent) ? 400 : 409, 403),
});

export const CONSOLE_CASK_ROWS: Row[] = [
  { route: "operator.$list", what: "casks", path: at("/operator/casks"), answers: inConsole(200, 200) },
  { route: "operator.casks.new", path: at("/operator/casks/new"), answers: inConsole(200, 200) },
  {
    route: "operator.casks.new",
    what: "an empty form",
    method: "POST",
    path: at("/operator/casks/new"),
    body: () => ({ intent: "save" }),
    answers: inConsole(400, 403),
  },
  ...["", "?view=value", "?view=gauge", "?view=evidence", "?view=bid", "?view=sell", "?view=preview"].map((view) => ({
    route: "operator.casks.$id",
    what: view,
    path: (asked: Parameters<Row["path"]>[0]) => `${openCask(asked)}${view}`,
    answers: inConsole(200, 200),
  })),
  {
    route: "operator.casks.$id",
    what: "unknown",
    path: at("/operator/casks/csk_none"),
    answers: inConsole(404, 404),
  },
  ...["save", "value", "gauge", "evidence", "sell", "bid"].map((intent) => refusedWithout(intent)),
  {
    route: "operator.casks.$id",
    what: "published once more",
    method: "POST",
    path: openCask,
    body: () => ({ intent: "publish", version: "99" }),
    answers: inConsole("/operator/casks/CASK", 403),
  },
  refusedWithout("propose", SALE),
  refusedWithout("confirm", SALE),
  refusedWithout("cancel"),
  refusedWithout("stop-sales"),
  refusedWithout("confirm-bid"),
  refusedWithout("withdraw-bid"),
  {
    route: "operator.casks.$id",
    what: "measured again",
    method: "POST",
    path: openCask,
    body: () => ({ intent: "gauge", gauged_on: "2026-01-01", loa_litres: "120", abv: "60", gauged_by: "Bond 3" }),
    answers: inConsole("/operator/casks/CASK?view=gauge", 403),
    writes: ["operator"],
  },
  {
    route: "operator.casks.$id",
    what: "withdrawn from sale",
    method: "POST",
    path: openCask,
    body: () => ({ intent: "withdraw" }),
    answers: inConsole("/operator/casks/CASK", 403),
    writes: ["operator"],
  },
  { route: "operator.documents.$id", path: at("/operator/documents/evd_none"), answers: inConsole(404, 404) },
];
