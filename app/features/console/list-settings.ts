import type { Database } from "~/db/client";
import { settings } from "~/db/schema/operations";
import { rows } from "~/db/work";

export const listSettings = (db: Database) => rows(db.select().from(settings).orderBy(settings.key));
