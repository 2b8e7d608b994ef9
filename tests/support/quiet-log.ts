import { afterAll, vi } from "vitest";

/** Keeps the app's log out of the tests' output until the file's tests end. The spy tells what was logged. */
export function keepLogQuiet() {
  const quiet = vi.spyOn(console, "log").mockReturnValue(undefined);
  afterAll(() => quiet.mockRestore());
  return quiet;
}
