// What must not happen to a message to many people, by the names of the rules that refuse it.
import { giveStake } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { run } from "./rows-in-states";

export const draft = (id: string, caskId: string, by: string, state = "draft") =>
  `INSERT INTO messages (id, cask_id, audience, subject, body, state, drafted_by, drafted_at_ms${state === "draft" ? "" : ", ended_by, ended_at_ms"})
    VALUES ('${id}', '${caskId}', 'holders', 's', 'b', '${state}', '${by}', 1${state === "draft" ? "" : `, '${by}', 2`})`;
export const end = (id: string, state: string, by: string, { atMs = 2, proposal = "NULL" } = {}) =>
  `UPDATE messages SET state = '${state}', ended_by = '${by}', ended_at_ms = ${atMs}, proposal_id = ${proposal} WHERE id = '${id}'`;
export const recipient = (id: string, userId: string, { state = "waiting", atMs = 2 } = {}) =>
  `INSERT INTO message_recipients (message_id, user_id, state, due_at_ms, created_at_ms, done_at_ms)
    VALUES ('${id}', '${userId}', '${state}', ${atMs}, ${atMs}, ${state === "waiting" ? "NULL" : 3})`;

export async function trespassesOfMessages(context: TestContext, { rows, caskId }: Filled) {
  const nowMs = context.nowMs();
  const [one, other] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
  const about = (id: string) => ({ kind: "message", subject: `message:${id}`, was: "version 1", by: one.userId });
  await run(draft("msg_open", caskId, one.userId));
  await run(draft("msg_two", caskId, one.userId));
  await run(rows.proposal("chg_msg", about("msg_two")));
  await run(rows.proposal("chg_other", about("msg_open")));
  await run(rows.decide("chg_other", "confirmed", other.userId));
  await run(draft("msg_few", caskId, one.userId));
  await run(end("msg_few", "sent", one.userId));
  for (let place = 0; place < 10; place++) await run(recipient("msg_few", (await signIn(context)).userId));
  const late = await signIn(context);
  await giveStake(context, late, caskId);
  const confirmed = { atMs: nowMs, proposal: "'chg_msg'" };
  return {
    messages_start: [draft("x", caskId, one.userId, "sent")],
    messages_words_fixed: ["UPDATE messages SET body = 'other', version = 2 WHERE id = 'msg_few'"],
    messages_words_are_counted: ["UPDATE messages SET body = 'other' WHERE id = 'msg_open'"],
    messages_sent_as_proposed: [
      // Not confirmed; about another message; at another time; of another version.
      end("msg_two", "sent", other.userId, confirmed),
      end("msg_two", "sent", other.userId, { atMs: nowMs, proposal: "'chg_other'" }),
      end("msg_open", "sent", other.userId, { atMs: nowMs + 1, proposal: "'chg_other'" }),
      `UPDATE messages SET subject = 't', version = 2, state = 'sent', ended_by = '${other.userId}', ended_at_ms = ${nowMs}, proposal_id = 'chg_other'
        WHERE id = 'msg_open'`,
    ],
    message_recipients_at_sending: [recipient("msg_open", late.userId), recipient("msg_1", late.userId, { atMs: 3 })],
    message_recipients_many_by_two: [recipient("msg_few", late.userId)],
    support_requests_answer_messages_of_theirs: [
      `INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, message_id, created_at_ms)
        VALUES ('x', 'x', '${late.userId}', 'n', 'n@example.com', 'cask', 'm', 'x', 'msg_few', 1)`,
    ],
    message_recipients_decided_once: [
      "UPDATE message_recipients SET state = 'gone', done_at_ms = 9 WHERE message_id = 'msg_1'",
    ],
  };
}
