import { eq } from "drizzle-orm";
import { supportAnsweredMail } from "~/content/notice-mails-support";
import { answerText } from "~/content/notice-texts";
import { supportAnswers, supportRequests } from "~/db/schema/support";
import { groupCode } from "~/domain/certificate-code";
import { byMailOrText, type Composer } from "./notice";

/** An operator's answer: [ANSWER]. A text message says only that there is one. */
export const supportAnsweredNotice: Composer = async ({ db }, [answerId]) => {
  const [found] = await db
    .select({
      email: supportRequests.email,
      phone: supportRequests.phone,
      number: supportRequests.number,
      body: supportAnswers.body,
    })
    .from(supportAnswers)
    .innerJoin(supportRequests, eq(supportRequests.id, supportAnswers.requestId))
    .where(eq(supportAnswers.id, answerId));
  if (!found) return "no-address";
  return byMailOrText(
    found,
    () => supportAnsweredMail(found),
    () => answerText(groupCode(found.number)),
  );
};
