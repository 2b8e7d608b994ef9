type Environment = Record<string, string | undefined>;
type Ran = { code: number; output: string; stdout: string };
export type Wrangler = (args: readonly string[], options?: { input?: string; quiet?: boolean }) => Promise<Ran>;

export type World = {
  /** The project's folder. */
  root: string;
  env: Environment;
  cloudflare: ReturnType<typeof import("./cloudflare.mjs").createCloudflare>;
  wrangler: Wrangler;
  ask: (question: string) => boolean | Promise<boolean>;
  /** Null: nobody is there to type. */
  askSecret: ((question: string) => Promise<string>) | null;
  say: (line: string) => void;
  /** Both Workers as they would be uploaded. */
  build: () => Promise<{ problems: string[]; sizes: string[] }>;
  fetch: typeof fetch;
  wait: (ms: number) => Promise<void>;
};

export function productionWrangler(options: { root: string; env: Environment; quiet?: boolean }): Wrangler;
export function realWorld(options?: { yes?: boolean }): World;
