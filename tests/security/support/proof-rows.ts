import { at, read, type Row, same } from "./access-rows";

// What proves is for everybody, and the same for everybody.

const missing = (route: string, path: string): Row => ({
  route,
  what: "unknown",
  path: () => path,
  answers: same(404),
});

export const PROOF_ROWS: Row[] = [
  read("proof", "/proof", same(200)),
  read("rack[.]svg", "/rack.svg", same(200)),
  read("evidence._index", "/evidence", same(200)),
  read("evidence._index", "/evidence?cask=csk_none", same(404), { what: "no such cask" }),
  // A paper for holders has no place here, for any caller.
  read("evidence.documents.$sha256", "/evidence/documents/{documentId}", same(404), {
    what: "by the id of a paper for holders",
  }),
  {
    route: "evidence.documents.$sha256",
    what: "unknown",
    path: at(`/evidence/documents/${"0".repeat(64)}`),
    answers: same(404),
  },
  read("audit.key", "/audit/key", same(404), { what: "before the first audit" }),
  read("ways-out", "/ways-out", same(200)),
  read("exits", "/exits", same(200)),
  read("exits[.]json", "/exits.json", same(200)),
  read("audit._index", "/audit", same(200)),
  read("audit.verify", "/audit/verify", same(200)),
  missing("audit.$date", "/audit/2020-01-01"),
  missing("audit.$date[.]json", "/audit/2020-01-01.json"),
  missing("audit.$date[.]csv", "/audit/2020-01-01.csv"),
  missing("audit.$date_.$cask", "/audit/2020-01-01/csk_none"),
  missing("audit.bids.$hash[.]json", `/audit/bids/${"0".repeat(64)}.json`),
  missing("audit.$date_.$cask[.]json", "/audit/2020-01-01/csk_none.json"),
];
