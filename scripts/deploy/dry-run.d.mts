import type { World } from "./world.mjs";

export function dryRun(world: Pick<World, "root" | "env" | "say" | "build">): Promise<boolean>;
