import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "./project/source-files";

// What the commands say when they cannot go on.

const node = (args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, lines: (stdout + stderr).trim().split("\n") };
};

it.each([
  [["--prot", "9000"], /'--prot'/],
  [["--port", "many"], /must be a port number, not "many"/],
  [["--port"], /'--port/],
])("npm start refuses %j in one line, and says to run it again", (given, problem) => {
  const { status, lines } = node(["scripts/start.mjs", ...given]);
  expect(status).toBe(1);
  expect(lines).toEqual([expect.stringMatching(problem), expect.stringMatching(/`npm start` ended: .* Run it again/)]);
});

it("the settings of local runs are refused by `wrangler deploy`, in one line that names the right command", () => {
  const { status, lines } = node(["scripts/check-build.mjs"], { WRANGLER_COMMAND: "deploy" });
  expect({ status, lines }).toEqual({ status: 1, lines: [expect.stringContaining("`npm run deploy`")] });
});
