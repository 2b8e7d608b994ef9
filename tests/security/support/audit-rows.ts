import { type Row, same } from "./access-rows";

const missing = (route: string, path: string): Row => ({
  route,
  what: "unknown",
  path: () => path,
  answers: same(404),
});

/** The daily audit: the same for everybody, signed in or not. */
export const AUDIT_ROWS: Row[] = [
  { route: "audit._index", path: () => "/audit", answers: same(200) },
  { route: "audit.verify", path: () => "/audit/verify", answers: same(200) },
  missing("audit.$date", "/audit/2020-01-01"),
  missing("audit.$date[.]json", "/audit/2020-01-01.json"),
  missing("audit.$date[.]csv", "/audit/2020-01-01.csv"),
  missing("audit.$date_.$cask", "/audit/2020-01-01/csk_none"),
  missing("audit.bids.$hash[.]json", `/audit/bids/${"0".repeat(64)}.json`),
  missing("audit.$date_.$cask[.]json", "/audit/2020-01-01/csk_none.json"),
];
