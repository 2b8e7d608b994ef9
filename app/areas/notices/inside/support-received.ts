import { sql } from "drizzle-orm";
import { supportReceivedMail } from "~/content/notice-mails-support";
import type { Composer } from "./notice";

const DAY_MS = 86_400_000;

/** How many requests a day are confirmed to one address, so that no one can flood a mailbox by writing to us in its name. */
const MOST_TO_ONE_ADDRESS = 5;

/** To the author of a support request, with its number: [REQUEST]. An account is always told at its own address. */
export const supportReceivedNotice: Composer = async ({ db }, [requestId]) => {
  const [found] = await db.all<{ email: string | null; number: string; own: number; earlier: number }>(sql`SELECT
      asked.email, asked.number, coalesce(asked.email = users.email, 0) AS own,
      (SELECT count(*) FROM (SELECT 1 FROM support_requests AS earlier WHERE earlier.email = asked.email AND earlier.id <> asked.id
        AND earlier.created_at_ms BETWEEN asked.created_at_ms - ${DAY_MS} AND asked.created_at_ms LIMIT ${MOST_TO_ONE_ADDRESS})) AS earlier
    FROM support_requests AS asked LEFT JOIN users ON users.id = asked.user_id WHERE asked.id = ${requestId}`);
  if (!found?.email) return "no-address";
  if (found.own === 0 && found.earlier >= MOST_TO_ONE_ADDRESS) return "told-often";
  return { to: found.email, mail: supportReceivedMail({ number: found.number }) };
};
