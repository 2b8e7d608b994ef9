import { afterAll, beforeAll, vi } from "vitest";
import { startEmpty } from "./in-memory";

// As `tests/support/setup.ts` does it in workerd.

beforeAll(startEmpty);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
