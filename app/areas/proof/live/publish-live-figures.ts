import type { Deps } from "~/core/deps";
import { type LiveBoard, readLiveFigures } from "./live-figures";

/**
 * Publishes the database's figures if they differ from those published last.
 * @returns whether they differed
 */
export async function publishLiveFigures(deps: Pick<Deps, "db"> & { live: LiveBoard }): Promise<boolean> {
  const [figures, shown] = await Promise.all([readLiveFigures(deps.db), deps.live.read({ fresh: true })]);
  if (JSON.stringify(shown) === JSON.stringify(figures)) return false;
  await deps.live.write(figures);
  return true;
}
