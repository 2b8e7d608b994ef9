import { type Row, same } from "./access-rows";

// What proves is for everybody, and the same for everybody.

const at = (path: string) => () => path;

const missing = (route: string, path: string): Row => ({
  route,
  what: "unknown",
  path: () => path,
  answers: same(404),
});

export const PROOF_ROWS: Row[] = [
  { route: "proof", path: at("/proof"), answers: same(200) },
  { route: "rack[.]svg", path: at("/rack.svg"), answers: same(200) },
  { route: "evidence._index", path: at("/evidence"), answers: same(200) },
  { route: "evidence._index", what: "no such cask", path: at("/evidence?cask=csk_none"), answers: same(404) },
  // A paper for holders has no place here, for any caller.
  {
    route: "evidence.documents.$sha256",
    what: "by the id of a paper for holders",
    path: ({ things }) => `/evidence/documents/${things.documentId}`,
    answers: same(404),
  },
  {
    route: "evidence.documents.$sha256",
    what: "unknown",
    path: at(`/evidence/documents/${"0".repeat(64)}`),
    answers: same(404),
  },
  { route: "audit.key", what: "before the first audit", path: at("/audit/key"), answers: same(404) },
  { route: "ways-out", path: at("/ways-out"), answers: same(200) },
  { route: "exits", path: at("/exits"), answers: same(200) },
  { route: "exits[.]json", path: at("/exits.json"), answers: same(200) },
  { route: "audit._index", path: () => "/audit", answers: same(200) },
  { route: "audit.verify", path: () => "/audit/verify", answers: same(200) },
  missing("audit.$date", "/audit/2020-01-01"),
  missing("audit.$date[.]json", "/audit/2020-01-01.json"),
  missing("audit.$date[.]csv", "/audit/2020-01-01.csv"),
  missing("audit.$date_.$cask", "/audit/2020-01-01/csk_none"),
  missing("audit.bids.$hash[.]json", `/audit/bids/${"0".repeat(64)}.json`),
  missing("audit.$date_.$cask[.]json", "/audit/2020-01-01/csk_none.json"),
];
