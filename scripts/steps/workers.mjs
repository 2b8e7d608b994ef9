// Runs all three Workers in one `wrangler dev`, on one loopback port, with their own state folder.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { wranglerEnvironment } from "./database.mjs";
import { root, workerConfigs } from "./project.mjs";
import { endingWithParent, keepingConnections, nodeBinary } from "./run-command.mjs";

/** What wrangler prints about itself; what the Workers log, warnings and errors are kept. */
const noise = [
  /\[wrangler:info\]|\[custom build\]|^⎔ |^\s*$/,
  /^env\.|^Binding |^Service bindings, |has access to the following bindings|^Using secrets |^The file .* changed, restarting/,
  /Scheduled Workers are not automatically triggered|manually trigger a scheduled event|cdn-cgi\/handler\/scheduled|cron-triggers/,
];
export const originsOn = (port) => ({
  APP_ORIGIN: `http://localhost:${port}`,
  SANDBOX_ORIGIN: `http://127.0.0.1:${port}`,
});

/** @param options `innerPort`: where they listen if a proxy stands before them (`front.mjs`); `configs`: of Workers that are bundled already */
const wranglerArguments = ({ port, innerPort, inspectorPort, stateDir, configs = workerConfigs, extra = [] }) => [
  ...["dev", "--env", "local", ...configs.flatMap((config) => ["-c", config])],
  ...(innerPort ? ["--ip", "127.0.0.1"] : []),
  ...[
    "--port",
    String(innerPort ?? port),
    "--inspector-port",
    String(inspectorPort),
    "--persist-to",
    stateDir,
    ...extra,
  ],
];

/** The same run as a shell command: names the file of the secrets instead of printing them. */
export function shellCommand(options) {
  const { APP_ORIGIN, SANDBOX_ORIGIN } = originsOn(options.port);
  const variables = `$(grep -v '^#' .env) CLOUDFLARE_INCLUDE_PROCESS_ENV=true DUNNAGE_ALL_WORKERS=true APP_ORIGIN=${APP_ORIGIN} SANDBOX_ORIGIN=${SANDBOX_ORIGIN}`;
  return `env -i PATH="$PATH" HOME="$HOME" ${variables} npx wrangler ${wranglerArguments(options).join(" ")}`;
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

function eachLine(stream, onLine) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line.replace(COLOURS, ""));
  });
}

/** Shows the output of the start only if it fails; later lines go to `write`. */
function whenReady(child, ended, write) {
  const said = [];
  let isReady = false;
  return new Promise((resolve, reject) => {
    const giveUp = (why) => reject(new Error(`wrangler dev ${why}:\n${said.slice(-60).join("\n")}`));
    const onLine = (line) => {
      if (isReady && !noise.some((pattern) => pattern.test(line))) write(line.replace(/^\[undefined\] /, ""));
      if (isReady) return;
      said.push(line);
      if (/Ready on https?:\/\//.test(line)) resolve((isReady = true));
      // wrangler itself would wait until the source is fixed.
      if (line.includes("[ERROR]")) setTimeout(giveUp, 5_000, "could not start").unref();
    };
    eachLine(child.stdout, onLine);
    eachLine(child.stderr, onLine);
    void ended.then((code) => giveUp(`ended (exit code ${code}) before it was ready`));
    setTimeout(giveUp, 90_000, "was not ready after 90 s").unref();
  });
}

/**
 * Starts the Workers and waits until they answer.
 * @returns {Promise<{ origin: string, stop: () => Promise<void>, ended: Promise<number> }>}
 */
export async function serveWorkers({ secrets, write, ...options }) {
  // Process variables reach all three Workers; a --var, an --env-file or .dev.vars would reach only one.
  const env = keepingConnections(
    endingWithParent({
      ...wranglerEnvironment(options.stateDir),
      ...secrets,
      ...originsOn(options.port),
      CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
      DUNNAGE_ALL_WORKERS: "true",
      WRANGLER_HIDE_BANNER: "true",
    }),
  );
  for (const name of ["logs", "registry"]) rmSync(join(options.stateDir, name), { recursive: true, force: true });
  const command = [nodeBinary("wrangler"), ...wranglerArguments(options)];
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", (code) => resolve(code ?? 0)));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const patience = setTimeout(() => child.kill("SIGKILL"), 8_000);
    await ended;
    clearTimeout(patience);
  };
  try {
    await whenReady(child, ended, write);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin: originsOn(options.port).APP_ORIGIN, stop, ended };
}
