// What must not happen to a message to the holders of a cask, by the names of the rules that refuse it.
import { giveStake } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { run } from "./rows-in-states";

export const message = (id: string, caskId: string, by: string) =>
  `INSERT INTO messages (id, cask_id, subject, body, sent_by, sent_at_ms) VALUES ('${id}', '${caskId}', 's', 'b', '${by}', 2)`;
export const recipient = (id: string, userId: string, { state = "waiting", atMs = 2 } = {}) =>
  `INSERT INTO message_recipients (message_id, user_id, state, due_at_ms, created_at_ms, done_at_ms)
    VALUES ('${id}', '${userId}', '${state}', ${atMs}, ${atMs}, ${state === "waiting" ? "NULL" : 3})`;

export async function trespassesOfMessages(context: TestContext, { caskId }: Filled) {
  const one = await signIn(context, { operator: true });
  await run(message("msg_few", caskId, one.userId));
  const late = await signIn(context);
  await giveStake(context, late, caskId);
  return {
    message_recipients_at_sending: [recipient("msg_few", late.userId, { atMs: 3 })],
    support_requests_answer_messages_of_theirs: [
      `INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, message_id, created_at_ms)
        VALUES ('x', 'x', '${late.userId}', 'n', 'n@example.com', 'cask', 'm', 'x', 'msg_few', 1)`,
    ],
    message_recipients_decided_once: [
      "UPDATE message_recipients SET state = 'gone', done_at_ms = 9 WHERE message_id = 'msg_1'",
    ],
  };
}
