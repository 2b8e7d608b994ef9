import { afterAll, beforeAll, vi } from "vitest";
import { freshBindings } from "./fresh-bindings";

// All files share one workerd and its modules: each begins with fresh bindings and leaves no clock, spy or global behind.
// What the product's modules remember (the hash of the styles, the API's document) depends on nothing that a test changes.

beforeAll(freshBindings);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
