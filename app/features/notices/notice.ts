import type { MailText } from "~/content/mail-text";
import type { Deps } from "~/features/deps";

export type NoticeDeps = Pick<Deps, "db" | "mailer" | "nowMs" | "origin">;

/** To whom and what; or why nobody is written to. */
type Notice = { to: string; mail: MailText } | "no-address" | "superseded";

/** Makes the mail from what the rows say now. @param ids what the subject names after the notice */
export type Composer = (deps: NoticeDeps, ids: readonly [string, ...string[]]) => Promise<Notice>;
