import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { root } from "./project/source-files";

// What the commands say when they cannot go on.

const scratch = mkdtempSync(join(tmpdir(), "dunnage-start-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const node = (args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, lines: (stdout + stderr).trim().split("\n") };
};

describe("npm start", () => {
  it.each([
    [["--prot", "9000"], /'--prot'/],
    [["--port", "many"], /must be a port number, not "many"/],
    [["--port"], /'--port/],
  ])("refuses %j in one line, and says to run it again", (given, problem) => {
    const { status, lines } = node(["scripts/start.mjs", ...given]);
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(problem),
      expect.stringMatching(/`npm start` ended: .* Run it again/),
    ]);
  });
});

describe("the settings of local runs", () => {
  it("are refused by `wrangler deploy`, in one line that names the right command", () => {
    const { status, lines } = node(["scripts/check-build.mjs"], { WRANGLER_COMMAND: "deploy" });
    expect({ status, lines }).toEqual({ status: 1, lines: [expect.stringContaining("`npm run deploy`")] });
  });

  it("are the only ones that bind the sandbox", () => {
    const bound = (file: string) => /sandbox/i.test(readFileSync(join(root, file), "utf8"));
    const files = ["wrangler.toml", "workers/production.toml", "workers/settlement/wrangler.toml"];
    expect(files.filter(bound)).toEqual(["wrangler.toml"]);
  });
});

/** Refused twice, because another apt is at work, then done. */
const APT_GET = (count: string) => `#!/bin/sh
echo "$@" >> ${count}
[ $(wc -l < ${count}) -gt 2 ] || { echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7" >&2; exit 100; }
`;

describe.runIf(existsSync("/etc/debian_version") && process.getuid?.() === 0)("the search for Chromium", () => {
  it("waits for another apt, and says so", () => {
    const calls = join(scratch, "calls");
    writeFileSync(join(scratch, "apt-get"), APT_GET(calls));
    chmodSync(join(scratch, "apt-get"), 0o755);
    const module = join(root, "scripts", "steps", "debian-package.mjs");
    const code = `const { installDebianPackage } = await import(${JSON.stringify(module)});
      console.log(await installDebianPackage("chromium", { pauseMs: 1 }));`;
    const { lines } = node(["--input-type=module", "-e", code], { PATH: `${scratch}:${process.env.PATH}` });
    expect(lines).toEqual([
      "Installing Debian's chromium with apt-get...",
      "Another apt holds the lock: waiting for it...",
      "true",
    ]);
    expect(readFileSync(calls, "utf8").match(/DPkg::Lock::Timeout=\d+/g)).toHaveLength(4);
  });
});
