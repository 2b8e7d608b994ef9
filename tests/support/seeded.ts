import fc from "fast-check";
import { inject } from "vitest";

// What properties try is the same in every run of `npm test`: one that fails, fails again. The long form has another seed each time.
fc.configureGlobal({ seed: inject("seed") });
