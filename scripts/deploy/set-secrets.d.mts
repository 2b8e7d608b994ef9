import type { World } from "./world.mjs";

/** Each value goes to every Worker that needs it. */
export function putSecrets(world: Pick<World, "wrangler" | "say">, values: Record<string, string>): Promise<void>;
