import { afterAll, beforeAll, expect, vi } from "vitest";
import { freshBindings } from "./fresh-bindings";

// All files share one workerd and its modules: each starts with fresh bindings and restores every clock, spy and
// global. What the product's modules cache (the hash of the styles, the API's document) depends on nothing that a test
// changes.

// Before a file spies on the log itself.
vi.spyOn(console, "log").mockReturnValue(undefined);

// `tests/domain` uses no binding.
beforeAll(async () => {
  if (!expect.getState().testPath?.includes("/tests/domain/")) await freshBindings();
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
