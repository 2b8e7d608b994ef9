// A Debian package that the tests need.
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./run-command.mjs";

const LOCKED = /could not get lock|unable to (acquire|lock)/i;

/** As root, or where CI lets us be: never on a personal machine. Another apt that is at work is waited for, up to ten minutes. */
export async function installDebianPackage(name, { pauseMs = 10_000 } = {}) {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync("/etc/debian_version") || !(isRoot || process.env.CI)) return false;
  console.log(`Installing Debian's ${name} with apt-get...`);
  const [command, ...first] = isRoot ? ["apt-get"] : ["sudo", "-n", "apt-get"];
  const options = { quiet: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: 1_200_000 };
  const once = (args) =>
    run(command, [...first, ...args], options).catch(({ message }) => ({ code: 1, output: message }));
  const aptGet = async (...args) => {
    for (let left = 60; ; left -= 1) {
      const { code, output } = await once(["-o", "DPkg::Lock::Timeout=600", ...args]);
      // The option covers dpkg's lock, not that of the lists.
      if (code === 0 || left === 0 || !LOCKED.test(output)) return { code, output };
      if (left === 60) console.log("Another apt holds the lock: waiting for it...");
      await sleep(pauseMs);
    }
  };
  await aptGet("update", "-qq");
  const { code, output } = await aptGet("install", "-y", "-qq", "--no-install-recommends", name);
  if (code !== 0) console.error(`apt-get did not install ${name}: ${output.trim().split("\n").at(-1)}`);
  return code === 0;
}
