import { eq, sql } from "drizzle-orm";
import { supportThreadPath } from "~/content/page-paths";
import { supportAnsweredMail, supportReceivedMail } from "~/content/notice-mails-support";
import { answerText } from "~/content/notice-texts";
import { supportAnswers, supportRequests } from "~/db/schema/support";
import { groupCode } from "~/domain/certificate-code";
import { byMailOrText, type NoticeTable } from "./notice";
import { DAY_MS } from "~/domain/calendar-date";

/** How many requests a day are confirmed to one address, so that no one can flood a mailbox by writing to us in its name. */
const MOST_TO_ONE_ADDRESS = 5;

export const ofSupport = {
  // To the author of the request, with its number. An account is always told at its own address.
  "support-received": {
    subject: "REQUEST",
    triggers: ["support_requests_are_confirmed"],
    once: "the row of the request is written once and never deleted",
    compose: async ({ db }, [requestId]) => {
      const [found] = await db.all<{ email: string | null; number: string; own: number; earlier: number }>(sql`SELECT
      asked.email, asked.number, coalesce(asked.email = users.email, 0) AS own,
      (SELECT count(*) FROM (SELECT 1 FROM support_requests AS earlier WHERE earlier.email = asked.email AND earlier.id <> asked.id
        AND earlier.created_at_ms BETWEEN asked.created_at_ms - ${DAY_MS} AND asked.created_at_ms LIMIT ${MOST_TO_ONE_ADDRESS})) AS earlier
    FROM support_requests AS asked LEFT JOIN users ON users.id = asked.user_id WHERE asked.id = ${requestId}`);
      if (!found?.email) return "no-address";
      if (found.own === 0 && found.earlier >= MOST_TO_ONE_ADDRESS) return "told-often";
      return { to: found.email, mail: supportReceivedMail({ number: found.number }) };
    },
  },
  // A text message says only that there is an answer.
  "support-answered": {
    subject: "ANSWER",
    triggers: ["support_answers_are_told"],
    once: "the row of the answer is written once and never deleted",
    compose: async ({ db, origin }, [answerId]) => {
      const { email, phone, number, userId } = supportRequests;
      const [found] = await db
        .select({ email, phone, number, userId, body: supportAnswers.body })
        .from(supportAnswers)
        .innerJoin(supportRequests, eq(supportRequests.id, supportAnswers.requestId))
        .where(eq(supportAnswers.id, answerId));
      if (!found) return "no-address";
      return byMailOrText(
        found,
        () => supportAnsweredMail({ ...found, url: found.userId && origin + supportThreadPath(found.number) }),
        () => answerText(groupCode(found.number)),
      );
    },
  },
} satisfies NoticeTable;
