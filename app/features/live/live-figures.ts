import * as z from "zod";
import type { LiveFigures } from "~/content/live-texts";
import type { Database } from "~/db/client";
import { runWork } from "~/db/work";
import { readJoiningFee } from "~/features/settings/joining-fee";

/** Where public pages read current figures, so that they never query the database. */
export type LiveBoard = {
  /** `fresh`: skip caches on the way. null: there are no figures, or none that can be read. */
  read: (options?: { fresh: boolean }) => Promise<LiveFigures | null>;
  write: (figures: LiveFigures) => Promise<void>;
};

export const liveFigures: z.ZodType<LiveFigures> = z.object({ joiningFeeCents: z.int().nonnegative() });

export async function readLiveFigures(db: Database): Promise<LiveFigures> {
  return { joiningFeeCents: await runWork(db, readJoiningFee(db)) };
}
