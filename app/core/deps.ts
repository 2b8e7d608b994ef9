import type { Database } from "~/db/client";
import type { Mailer } from "~/integrations/mail/port";
import type { CheckoutProvider, ProviderName } from "~/integrations/payments/port";
import type { Texter } from "~/integrations/text-messages/port";

/** A structured log line: ids and figures only. */
export type Log = (event: string, fields?: LogFields) => void;

type LogFields = Partial<
  Record<
    | "requestId"
    | "method"
    | "route"
    | "status"
    | "durationMs"
    | "d1RoundTrips"
    | "d1RowsRead"
    | "userId"
    | "paymentId"
    | "caskId"
    | "stakeId"
    | "certificateId"
    | "withdrawalId"
    | "outboxId"
    | "eventId"
    | "provider"
    | "state"
    | "outcome"
    | "code"
    | "count"
    | "error",
    string | number | boolean | null
  >
>;

/** Made once per request by `server/deps`. */
export type Deps = {
  db: Database;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** 'pay_01J...': sortable and unguessable. */
  newId: (prefix: string) => string;
  /** A public, unguessable code without look-alike letters. */
  newCode: () => string;
  origin: string;
  checkout: Record<ProviderName, CheckoutProvider>;
  mailer: Mailer;
  texter: Texter;
  /** HMAC-SHA256 as hex. */
  signLink: (text: string) => Promise<string>;
  /** Only speeds things up: correctness never depends on it. */
  nudge: (outboxIds: string[]) => Promise<void>;
  log: Log;
};
