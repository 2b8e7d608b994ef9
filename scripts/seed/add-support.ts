import { sql } from "drizzle-orm";
import { runWork } from "~/db/work";
import { answerRequest } from "~/areas/support/answer-request";
import { asOperator } from "./as-operator";
import type { World } from "./world";

const REQUEST = { id: "sup_demo_investor", number: "cask2345", hoursAgo: 50, answeredHoursAgo: 44 };
const HOUR_MS = 3_600_000;
const MESSAGE = "My certificate says Glen Fennan, and my wallet says cask 0042.\n\nAre they the same cask?";
const ANSWER =
  "Yes, they are: 0042 is the number on the head of the cask, and Glen Fennan is the name it is sold under.\n\nBoth stand on the cask's page under 'Papers'.";

/** A question of the demo investor's, with its answer: a thread that waits for nobody. */
export async function addSupport({ db, nowMs }: World, of: { investorId: string; operatorId: string }): Promise<void> {
  const { id: requestId, number, hoursAgo, answeredHoursAgo } = REQUEST;
  const added =
    await db.all(sql`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
    SELECT ${requestId}, ${number}, id, full_name, email, 'other', ${MESSAGE}, ${requestId}, ${nowMs - hoursAgo * HOUR_MS}
    FROM users WHERE id = ${of.investorId} ON CONFLICT DO NOTHING RETURNING id`);
  if (added.length === 0) return;
  const by = { operatorId: of.operatorId, nowMs: nowMs - answeredHoursAgo * HOUR_MS };
  const answered = await runWork(
    db,
    asOperator(db, by, (operator) =>
      answerRequest(db, { requestId, answerId: "ans_demo_investor", body: ANSWER, operator }),
    ),
  );
  if (!answered.ok) throw new Error(`${requestId} was not answered: ${answered.code}`);
}
