import type { MailText } from "~/content/mail-text";
import type { Deps } from "~/features/deps";

export type NoticeDeps = Pick<Deps, "db" | "mailer" | "nowMs" | "origin">;

/** The mail and its recipient, or why there is none. */
type Notice = { to: string; mail: MailText } | "no-address" | "superseded";

/** Composes the mail from the current rows. @param ids the part of the subject after the notice's name */
export type Composer = (deps: NoticeDeps, ids: readonly [string, ...string[]]) => Promise<Notice>;
