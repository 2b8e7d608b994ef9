import { eq } from "drizzle-orm";
import { supportReceivedMail } from "~/content/notice-mails-support";
import { supportRequests } from "~/db/schema/support";
import type { Composer } from "./notice";

/** To whoever wrote to support, with the number of the request: [REQUEST]. */
export const supportReceivedNotice: Composer = async ({ db }, [requestId]) => {
  const [found] = await db
    .select({ email: supportRequests.email, number: supportRequests.number })
    .from(supportRequests)
    .where(eq(supportRequests.id, requestId));
  return found?.email ? { to: found.email, mail: supportReceivedMail(found) } : "no-address";
};
