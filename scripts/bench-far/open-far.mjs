// Serves the deployed bundle on workerd with a database that can be put any distance away, on demo data.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { BINDINGS, bundleApp, modulesIn, prepare } from "../bench/open-bench.mjs";
import { ensureBuilt } from "../steps/build-app.mjs";
import { inRoot } from "../steps/project.mjs";

/** Miniflare waits for connections that will not be used again. */
const CLOSES_WITHIN_MS = 5_000;

export async function openFar() {
  if (!(await ensureBuilt())) throw new Error("The build failed");
  const stateDir = mkdtempSync(join(tmpdir(), "dunnage-far-"));
  const drop = () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", drop);
  const { origin, secrets, cookies } = await prepare(stateDir, ["investor@dunnage.test", "operator@dunnage.test"]);
  const bundle = await bundleApp(stateDir);
  copyFileSync(inRoot("scripts", "bench-far", "far-app.mjs"), join(bundle, "far-app.js"));
  const mf = new Miniflare({
    defaultPersistRoot: join(stateDir, "v3"),
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.resume()),
    workers: [
      {
        name: "app",
        ...modulesIn(bundle, ["far-app.js", "app.js"]),
        ...BINDINGS,
        bindings: { ...secrets, ENVIRONMENT: "local", MAIL_FROM: "Dunnage <login@dunnage.test>" },
      },
      { name: "none", modules: true, script: "export default { fetch: () => new Response(null) }" },
    ],
  });
  await mf.ready;
  const direct = await mf.unsafeGetDirectURL("app");
  const [investor, operator] = cookies;
  const who = { visitor: {}, investor: { Cookie: investor }, operator: { Cookie: operator } };
  return {
    /** @param {"visitor" | "investor" | "operator"} as */
    reach: (path, as, tripMs) => ({
      url: new URL(path, direct),
      headers: { Host: new URL(origin).host, "X-Trip-Ms": String(tripMs), ...who[as] },
    }),
    close: async () => {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSES_WITHIN_MS).unref());
      await Promise.race([mf.dispose(), late]);
      drop();
    },
  };
}
