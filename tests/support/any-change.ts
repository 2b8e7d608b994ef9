import type { Change } from "~/core/session/guarded";

/** For tests of what operators do, whatever their jobs. */
export const ANY_CHANGE: Change = "any";
