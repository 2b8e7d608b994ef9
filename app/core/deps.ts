import type { Database } from "~/db/client";
import type { IdentityProvider } from "~/integrations/identity/port";
import type { Mailer } from "~/integrations/mail/port";
import type { CheckoutProvider, ProviderName } from "~/integrations/payments/port";
import type { Texter } from "~/integrations/text-messages/port";

/** A structured log line: an event name and allow-listed fields. Ids and figures only. */
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

/** What use cases need from outside, the same for all of them. `server/deps` makes it once per request. */
export type Deps = {
  db: Database;
  nowMs: () => number;
  /** Resolves after this many milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** A sortable, unguessable id: 'pay_01J...'. */
  newId: (prefix: string) => string;
  /** A public, unguessable code without look-alike letters. */
  newCode: () => string;
  /** The one origin that the app answers on, without a trailing slash. */
  origin: string;
  checkout: Record<ProviderName, CheckoutProvider>;
  identity: IdentityProvider;
  mailer: Mailer;
  texter: Texter;
  /** HMAC-SHA256 as hex, for links that prove by themselves that we made them. */
  signLink: (text: string) => Promise<string>;
  /** Asks the settlement Worker to run these outbox rows now. Only speeds things up: correctness never depends on it. */
  nudge: (outboxIds: string[]) => Promise<void>;
  log: Log;
};
