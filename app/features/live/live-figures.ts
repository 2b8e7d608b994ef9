import * as z from "zod";
import type { LiveFigures } from "~/content/live-texts";
import type { Database } from "~/db/client";
import { runWork } from "~/db/work";
import { readJoiningFee } from "~/features/settings/joining-fee";

/** Where the figures lie ready for public pages, which never ask the database for them. */
export type LiveBoard = {
  /** `fresh`: past what was kept on the way. Null: nothing lies there, or nothing that can be read. */
  read: (options?: { fresh: boolean }) => Promise<LiveFigures | null>;
  write: (figures: LiveFigures) => Promise<void>;
};

export const liveFigures: z.ZodType<LiveFigures> = z.object({ joiningFeeCents: z.int().nonnegative() });

export async function readLiveFigures(db: Database): Promise<LiveFigures> {
  return { joiningFeeCents: await runWork(db, readJoiningFee(db)) };
}
