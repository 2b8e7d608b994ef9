import { afterAll, beforeAll, vi } from "vitest";
import { freshBindings } from "./fresh-bindings";

// All files share one workerd and its modules: each starts with fresh bindings and restores every clock, spy and
// global. What the product's modules cache (the hash of the styles, the API's document) depends on nothing that a test
// changes.

/** Set by scripts/mutants, which tries thousands of files and empties the bindings only after a failure. */
declare global {
  var keepsBindings: boolean | undefined;
}

beforeAll(() => (globalThis.keepsBindings ? undefined : freshBindings()));

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
