// A Debian package that the tests need.
import { existsSync } from "node:fs";
import { run } from "./run-command.mjs";

/** As root, or where CI lets us be: never on a personal machine. */
export async function installDebianPackage(name) {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync("/etc/debian_version") || !(isRoot || process.env.CI)) return false;
  console.log(`Installing Debian's ${name} with apt-get...`);
  const [command, ...first] = isRoot ? ["apt-get"] : ["sudo", "-n", "apt-get"];
  const options = { quiet: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: 600_000 };
  const aptGet = (...args) => run(command, [...first, ...args], options).catch(() => ({ code: 1 }));
  await aptGet("update", "-qq");
  const { code } = await aptGet("install", "-y", "-qq", "--no-install-recommends", name);
  return code === 0;
}
