import { canonicalJson } from "~/domain/audit/canonical-json";

// What an entry of the log says, as canonical JSON. Nothing in it is about a person. Programs that know these fields read them years
// later: no field changes its meaning.

/** Of a certificate, which is called by its register mark. 'resold': its stake has another owner, with a certificate of their own. */
export type CertificateEvent = "issued" | "void" | "resold";

export type LogEntry = { /** When it happened, 'YYYY-MM-DD' in UTC. */ day: string } & (
  | { event: "audit"; hash: string }
  | { event: CertificateEvent; mark: string }
  /** In stakes. */
  | { event: "bid"; bid: string; result: string; issued: number; accepted: number; declined: number }
  /** The root of the tree of what is owed (domain/log/owed-tree). */
  | { event: "owed"; root: string; cents: number; wallets: number }
  | { event: "auction"; cask: string; round: string; root: string }
  /** A statement that a warehouse's keeper signed: the SHA-256 of its file, and the day it is of. */
  | { event: "keeper"; keeper: string; date: string; statement: string }
);

/** What an entry tells of: nothing is told twice. */
export type LogCause =
  | `audit:${string}`
  | `owed:${string}`
  | `certificate:${string}:${CertificateEvent}`
  | `bid:${string}`
  | `auction:${string}`
  | `keeper:${string}`;

/** The bytes that are hashed, as text. */
export const entryText = (entry: LogEntry): string => canonicalJson(entry);
