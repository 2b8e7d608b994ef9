// Runs settlement, the sandbox, database, sessions, files and queue in one Miniflare inside this process. The app
// itself runs in Vite: a stand-in Worker of its name forwards what the providers send, and holds the bindings that
// Vite's copy uses.
import { Miniflare } from "miniflare";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions as optionsOf, unstable_readConfig as readConfig } from "wrangler";
import { inRoot, workerConfigs } from "../steps/project.mjs";
import { originsOn } from "../steps/workers.mjs";
import { bundleWorker } from "./bundle-worker.mjs";

const passOn = "export default { fetch: (request, { VITE }) => VITE.fetch(request) };";
const [appConfig, ...otherConfigs] = workerConfigs;

function optionsFor(path, values) {
  const { assets: _unbuilt, ...config } = readConfig({ config: inRoot(path), env: "local" }, { hideWarnings: true });
  const { workerOptions, main } = optionsOf(config, "local", { envFiles: [] });
  const bindings = { ...workerOptions.bindings, ...values };
  return { main, options: { ...workerOptions, name: config.name, bindings } };
}

/**
 * @param answer how Vite's copy of the app answers a request
 * @returns {Promise<{ bindings: () => Promise<object>, stop: () => Promise<void> }>} the app's bindings: others after each change
 */
export async function startWorkersBeside({ port, stateDir, secrets, answer }) {
  const values = { ...secrets, ...originsOn(port) };
  const app = optionsFor(appConfig, values).options;
  const carrier = { ...app, modules: true, script: passOn, serviceBindings: { ...app.serviceBindings, VITE: answer } };
  const modules = new Map();
  const others = otherConfigs.map((path) => optionsFor(path, values));
  const workers = () => [carrier, ...others.map(({ main, options }) => ({ ...options, modules: modules.get(main) }))];
  // `wrangler dev` keeps its files there too, so both ways of running share their data.
  const settings = () => ({
    defaultPersistRoot: join(stateDir, "v3"),
    cf: false,
    modulesRoot: inRoot(),
    workers: workers(),
  });

  let bindings;
  let changing = Promise.resolve();
  const restart = (main) => async (changed) => {
    modules.set(main, changed);
    await miniflare.setOptions(settings());
    bindings = await miniflare.getBindings(app.name);
  };
  const bundlers = await Promise.all(
    others.map(async ({ main }) => {
      const again = restart(main);
      const bundler = await bundleWorker(main, (changed) => {
        changing = changing.then(() => again(changed)).catch((error) => console.error(error));
      });
      modules.set(main, bundler.modules);
      return bundler;
    }),
  );
  const miniflare = new Miniflare(settings());
  bindings = await miniflare.getBindings(app.name);
  const stop = async () => {
    await Promise.all(bundlers.map((bundler) => bundler.stop()));
    await changing;
    await miniflare.dispose();
  };
  return { bindings: async () => (await changing, bindings), stop };
}
