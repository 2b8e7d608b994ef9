import type { NeededSecret } from "./needed-secrets.mjs";
import type { World } from "./world.mjs";

/** Each value goes to every Worker that needs it. */
export function putSecrets(world: Pick<World, "wrangler" | "say">, values: Record<string, string>): Promise<void>;

type Asking = Pick<World, "wrangler" | "say"> & {
  askSecret: (question: string) => Promise<string>;
  production: { origin: string };
};

/** Sets what is given, and says what is left to do. */
export function askForSecrets(world: Asking, wanted: readonly NeededSecret[]): Promise<string[]>;
