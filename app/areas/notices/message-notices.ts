import { eq, sql } from "drizzle-orm";
import { company } from "~/content/company";
import { answerText } from "~/content/notice-texts";
import { supportAnswers, supportRequests } from "~/db/schema/support";
import { DAY_MS, formatInstant } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { CANCELLATION_DAYS } from "~/domain/fees";
import { byMailOrText, type NoticeTable } from "./notice";
import { mailLink, mailText, type MailText } from "~/content/mail-text";

/** The address may belong to another person, and a stranger's words must not reach them through us. The law's receipt is the exception. */
export function supportReceivedMail({ number, ...cancelled }: { number: string } | Cancelled): MailText {
  if ("message" in cancelled) return cancellationMail({ number, ...cancelled });
  return mailText(`We have your request ${groupCode(number)}`, [
    `A person will read your message and answer ${company.support.replyTime}, ${company.support.hours}. Messages sent at the weekend are answered on Monday.`,
    { figures: [["Request number", groupCode(number)]] },
    "If you did not write to us, someone gave your address by mistake. You can ignore this.",
  ]);
}

type Cancelled = { number: string; message: string; createdAtMs: number };

function cancellationMail({ number, message, createdAtMs }: Cancelled): MailText {
  return mailText(`We have your cancellation ${groupCode(number)}`, [
    "This is your receipt. It says what was declared to us, and when.",
    {
      figures: [
        ["Declared", message],
        ["Received", formatInstant(createdAtMs)],
        ["Request number", groupCode(number)],
      ],
    },
    `We check the code, and refund the purchase within ${CANCELLATION_DAYS} days, the way it was paid. If it was cancelled within ${CANCELLATION_DAYS} days of the purchase, all of it goes back.`,
    "If this was not you, someone gave your address by mistake. You can ignore this: we refund only what belongs to the person who asks.",
  ]);
}

type Answered = { number: string; body: string; url: string | null };

export function supportAnsweredMail({ number, body, url }: Answered): MailText {
  const paragraphs = body
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return mailText(`Our answer to your request ${groupCode(number)}`, [
    ...paragraphs,
    { figures: [["Request number", groupCode(number)]] },
    url === null
      ? `If anything is still open, write to ${company.support.email} and mention the number.`
      : mailLink("Read it in your notifications", url),
  ]);
}

/** No one can flood a mailbox by writing to us in its name. */
const MOST_TO_ONE_ADDRESS = 5;

export const ofSupport = {
  "support-received": {
    subject: "REQUEST",
    statements: ["areas/support/ask-support"],
    compose: async ({ db }, [requestId]) => {
      const [found] = await db.all<
        Cancelled & { email: string | null; kind: string; own: number; earlier: number }
      >(sql`SELECT
      asked.email, asked.number, asked.kind, asked.message, asked.created_at_ms AS createdAtMs, coalesce(asked.email = users.email, 0) AS own,
      (SELECT count(*) FROM (SELECT 1 FROM support_requests AS earlier WHERE earlier.email = asked.email AND earlier.id <> asked.id
        AND earlier.created_at_ms BETWEEN asked.created_at_ms - ${DAY_MS} AND asked.created_at_ms LIMIT ${MOST_TO_ONE_ADDRESS})) AS earlier
    FROM support_requests AS asked LEFT JOIN users ON users.id = asked.user_id WHERE asked.id = ${requestId}`);
      if (!found?.email) return "no-address";
      if (found.own === 0 && found.earlier >= MOST_TO_ONE_ADDRESS) return "told-often";
      return {
        to: found.email,
        mail: supportReceivedMail(found.kind === "cancellation" ? found : { number: found.number }),
      };
    },
  },
  "support-answered": {
    subject: "ANSWER",
    statements: ["areas/support/answer-request"],
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
        () => supportAnsweredMail({ ...found, url: found.userId && `${origin}/notices` }),
        () => answerText(groupCode(found.number)),
      );
    },
  },
} satisfies NoticeTable;
