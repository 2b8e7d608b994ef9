import type { World } from "./world.mjs";

export function rollBack(world: World): Promise<void>;
