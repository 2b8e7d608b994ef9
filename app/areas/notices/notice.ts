import type { MailText } from "~/content/mail-text";
import type { NoticeText } from "~/content/notice-texts";
import type { Deps } from "~/core/deps";
import { stakePath } from "~/content/page-paths";

export type Ids = readonly [string, ...string[]];
export const walletRowPath = (rowId: string) => `/wallet?tab=portfolio#${rowId}`;

export const stakeOrWalletPath = (stakeId: string | null, rowId: string) =>
  stakeId === null ? walletRowPath(rowId) : stakePath(stakeId);

export type Notice =
  { to: string; mail: MailText } | { phone: string; text: NoticeText } | "no-address" | "superseded" | "told-often";

export type Composer = (deps: Deps, ids: Ids) => Promise<Notice>;
export type Teller = (deps: Deps, ids: Ids) => Promise<{ mail: MailText; text: NoticeText } | "superseded">;

/** Its subject names a row that is written once, or a time that is over: the outbox row that prevents a second one goes after 30 days. */
export type NoticeEntry = {
  subject: string;
  triggers?: readonly string[];
  statements?: readonly string[];
  /** It is run first, and tried until it succeeds. The database keeps the same in the kind's column `urgent`. */
  urgent?: true;
} & ({ compose: Composer; tell?: never } | { tell: Teller; compose?: never });

export type NoticeTable = Record<string, NoticeEntry>;

export const toEachRecipient = { triggers: ["notice_recipients_are_told"], urgent: true } as const;

type Reachable = { email: string | null; phone: string | null };

export function byMailOrText({ email, phone }: Reachable, mail: () => MailText, text: () => NoticeText): Notice {
  if (email) return { to: email, mail: mail() };
  return phone ? { phone, text: text() } : "no-address";
}

export function toOperator(told: { email: string | null; role: string } | undefined, mail: () => MailText): Notice {
  return told?.email && told.role === "operator" ? { to: told.email, mail: mail() } : "no-address";
}
