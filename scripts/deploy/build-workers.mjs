// Builds the app, and both Workers as a deploy would upload them, without uploading.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBinary, run } from "../steps/run-command.mjs";
import { WORKERS } from "./settings.mjs";
import { wranglerAlone } from "./wrangler-environment.mjs";

/** Nothing can be reached from here, even by mistake. */
const offline = () => ({ ...wranglerAlone(), CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9/client/v4" });

const sizeIn = (output) => /Total Upload: (.+?)$/m.exec(output)?.[1] ?? "";

/** @returns {Promise<{ problems: string[], sizes: string[] }>} what could not be built, and how large the rest is */
export async function buildWorkers({ root, buildApp }) {
  if (!(await buildApp())) return { problems: ["the app does not build: see above"], sizes: [] };
  const [problems, sizes] = [[], []];
  const outdir = mkdtempSync(join(tmpdir(), "dunnage-upload-"));
  try {
    for (const [name, file] of Object.entries(WORKERS)) {
      const args = ["deploy", "--dry-run", "-c", file, "--outdir", join(outdir, name)];
      const options = { quiet: true, env: offline(), cwd: root, timeoutMs: 120_000 };
      const { code, output } = await run(process.execPath, [nodeBinary("wrangler"), ...args], options);
      if (code === 0) sizes.push(`${name}: ${sizeIn(output)}`);
      else problems.push(`${file}: wrangler does not build it:\n${output.trim().slice(-1500)}`);
    }
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
  return { problems, sizes };
}
