import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** ASSURE=1 in the environment: every test runs its long form. */
    assure: boolean;
    /** SEED in the environment. */
    seed: number;
  }
}

/** For `describe.runIf`: what only `npm run assure` tries. docs/assurance.md lists it with the reasons. */
export const IN_LONG_FORM = inject("assure");

/** How much to try: `fast` in `npm test`, `long` in `npm run assure`. */
export function effort<T>(fast: T, long: T): T {
  return inject("assure") ? long : fast;
}

/** JavaScript on or off, for what both do alike: one in `npm test`, both in `npm run assure`. */
export const scripting = (fast: boolean): boolean[] => effort([fast], [fast, !fast]);
