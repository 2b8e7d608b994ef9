import type { MailText } from "~/content/mail-text";
import type { NoticeText } from "~/content/notice-texts";
import type { Deps } from "~/core/deps";

export type NoticeDeps = Pick<Deps, "db" | "mailer" | "texter" | "pusher" | "signLink" | "nowMs" | "origin">;

/**
 * The mail and its recipient, or a text message, or why there is neither. `userId`: whose choice decides, for kinds that can be
 * switched off. `unsubscribeUrl`: where readers without an account stop what they asked for.
 */
export type Notice =
  | { to: string; mail: MailText; userId?: string; unsubscribeUrl?: string }
  | { phone: string; text: NoticeText }
  | "no-address"
  | "superseded"
  /** The same address was notified so often that more would only harm its owner. */
  | "told-often";

/** Composes the mail from the current rows. @param ids the part of the subject after the notice's name */
export type Composer = (deps: NoticeDeps, ids: readonly [string, ...string[]]) => Promise<Notice>;

type Reachable = { email: string | null; phone: string | null };

/** About money: by mail, and by text message to those who have only a phone number. */
export function byMailOrText({ email, phone }: Reachable, mail: () => MailText, text: () => NoticeText): Notice {
  if (email) return { to: email, mail: mail() };
  return phone ? { phone, text: text() } : "no-address";
}
