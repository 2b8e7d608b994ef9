import type { Deps } from "~/core/deps";
import { keepResults } from "./run-jobs";

/** A nudge that names no work: it only shows that nudges arrive. */
export const PROBE = "probe:nudges";

export const sendProbe = ({ nudge }: Deps): Promise<void> => nudge([PROBE]);

export const keepProbe = (deps: Deps): Promise<void> =>
  keepResults(deps, [{ name: "consume-nudges", ok: true, durationMs: 0 }]);
