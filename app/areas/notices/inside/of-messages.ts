import { sql } from "drizzle-orm";
import { company } from "~/content/company";
import { holderMessageMail, type MessageFacts } from "~/content/notice-mails-messages";
import { messagePath } from "~/content/page-paths";
import { row, runWork, writes } from "~/db/work";
import type { Composer, NoticeEntry, NoticeTable } from "./notice";

type Found = Omit<MessageFacts, "url"> & { email: string | null };

const message: Composer = async ({ db, origin }, [messageId, userId = ""]) => {
  const query = db.all<Found>(sql`SELECT users.email, casks.name AS caskName, messages.subject, messages.body
    FROM message_recipients JOIN messages ON messages.id = message_recipients.message_id JOIN casks ON casks.id = messages.cask_id
      JOIN users ON users.id = message_recipients.user_id AND users.suspended_at_ms IS NULL
    WHERE message_recipients.message_id = ${messageId} AND message_recipients.user_id = ${userId}`);
  const found = await runWork(db, row(query));
  if (!found) return "superseded";
  const { email, ...facts } = found;
  if (!email) return "no-address";
  const mail = holderMessageMail({ ...facts, url: `${origin}${messagePath(messageId)}` });
  return { to: email, userId, mail, replyTo: company.support.email };
};

/** What became of it, for the page of the message. Whoever comes second finds it decided. */
const keepOutcome: NonNullable<NoticeEntry["keepOutcome"]> = async (
  { db, nowMs },
  [messageId, userId = ""],
  outcome,
) => {
  const state = outcome === "superseded" ? "gone" : outcome;
  const decide = db.run(sql`UPDATE message_recipients SET state = ${state}, done_at_ms = ${nowMs()}
    WHERE message_id = ${messageId} AND user_id = ${userId} AND state = 'waiting'`);
  await runWork(db, writes(decide));
};

/** What an operator writes to the holders of a cask: everybody gets it. */
export const ofMessages = {
  "holder-message": {
    subject: "MESSAGE:USER",
    triggers: ["message_recipients_are_told"],
    once: "who gets a message is fixed when it is sent, and each is there once",
    compose: message,
    keepOutcome,
  },
} satisfies NoticeTable;
