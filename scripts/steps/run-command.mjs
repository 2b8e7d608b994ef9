import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { pathToFileURL } from "node:url";
import { inRoot, root } from "./project.mjs";

/** Only what a tool needs of the caller's environment, so that no variable reaches a Worker by accident. */
export function plainEnvironment() {
  const names = [
    "PATH",
    "HOME",
    "USERPROFILE",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LANG",
    "TZ",
    "SystemRoot",
    "APPDATA",
    "LOCALAPPDATA",
    "CLOCK_AHEAD_MS",
  ];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Makes Node child processes end when this process is killed, instead of interfering with its successor. */
export function endingWithParent(env) {
  const flag = `--import=${pathToFileURL(inRoot("scripts", "steps", "end-with-parent.mjs")).href}`;
  const { NODE_OPTIONS = "" } = env;
  return { ...env, NODE_OPTIONS: NODE_OPTIONS.includes(flag) ? NODE_OPTIONS : `${NODE_OPTIONS} ${flag}`.trim() };
}

/** The script behind node_modules/.bin/<name>, to be run by this same Node. */
const binaries = {
  wrangler: "node_modules/wrangler/bin/wrangler.js",
  remix: "node_modules/@remix-run/dev/dist/cli.js",
  tsc: "node_modules/typescript-native/bin/tsc",
  eslint: "node_modules/eslint/bin/eslint.js",
  oxlint: "node_modules/oxlint/bin/oxlint",
  knip: "node_modules/knip/bin/knip.js",
  vitest: "node_modules/vitest/vitest.mjs",
  "playwright-core": "node_modules/playwright-core/cli.js",
};

export const nodeBinary = (name) => inRoot(...binaries[name].split("/"));

/**
 * Runs a command to its end. `quiet` shows its output only if it fails. `input` goes to its standard input: what must not
 * stand among its arguments, where every process of the machine could read it. `niceness`: how far it stands back for others.
 * @returns {Promise<{ code: number, output: string, stdout: string }>}
 */
export function run(command, args, { quiet = false, env = process.env, timeoutMs, input, cwd = root, niceness } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: endingWithParent(env),
      stdio: [input === undefined ? "ignore" : "pipe", ...(quiet ? ["pipe", "pipe"] : ["inherit", "inherit"])],
    });
    if (niceness !== undefined && child.pid !== undefined) setPriority(child.pid, niceness);
    child.stdin?.on("error", () => undefined).end(input);
    const kept = [];
    const keptStdout = [];
    const text = (chunks) => Buffer.concat(chunks).toString("utf8");
    child.stdout?.on("data", (chunk) => (kept.push(chunk), keptStdout.push(chunk)));
    child.stderr?.on("data", (chunk) => kept.push(chunk));
    let interrupted = false;
    const forward = (signal) => {
      interrupted = true;
      child.kill(signal);
    };
    process.on("SIGINT", forward);
    process.on("SIGTERM", forward);
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const done = () => {
      clearTimeout(timer);
      process.off("SIGINT", forward);
      process.off("SIGTERM", forward);
    };
    child.on("error", (error) => (done(), reject(error)));
    child.on("close", (code) => {
      done();
      if (interrupted) process.exit(130);
      resolve({ code: code ?? 1, output: text(kept), stdout: text(keptStdout) });
    });
  });
}

/** Runs one of the project's tools and returns its output; on failure shows the output and ends this process. */
export async function runTool(name, args, { what, ...options }) {
  const { code, output, stdout } = await run(process.execPath, [nodeBinary(name), ...args], options);
  if (code !== 0) {
    process.stderr.write(output);
    console.error(`${what} failed (${name}, exit code ${code}).`);
    process.exit(1);
  }
  return stdout;
}
