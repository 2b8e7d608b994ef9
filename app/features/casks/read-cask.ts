import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";

export function caskQuery(db: Database, caskId: string) {
  return db.select().from(casks).where(eq(casks.id, caskId));
}
