import type { World } from "./world.mjs";

/** @throws with what stands in the way */
export function runDeploy(world: World): Promise<void>;
