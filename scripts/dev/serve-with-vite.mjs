// Serves the app from Vite, with hot reloading, and the other Workers beside it. Every request goes through
// workers/app.ts, as in production, by the sandbox's clock.
import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { inRoot } from "../steps/project.mjs";
import { letViteIn, RELOAD_PATH, reloadScript } from "./let-vite-in.mjs";
import { crossing, sendResponse, toRequest } from "./node-http.mjs";
import { startWorkersBeside } from "./workers-beside.mjs";

const ENTRY = "/workers/local/app.ts";

const viteFor = (server) =>
  createVite({
    root: inRoot(),
    appType: "custom",
    clearScreen: false,
    // Gives the Worker the sources themselves as its build.
    resolve: { alias: { "server-build": "virtual:remix/server-build" } },
    // All dependencies are optimised before the first page: one found later would load a second React into an open
    // page.
    optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
    server: {
      middlewareMode: true,
      hmr: { server },
      // The app decides which origins may call.
      cors: false,
      watch: { ignored: ["**/.wrangler/**", "**/build/**", "**/docs/**", "**/tests/**", "**/scripts/**"] },
    },
  });

/** As in production, the answer does not wait for this work; failures are reported. */
const execution = {
  waitUntil: (promise) => void Promise.resolve(promise).catch((error) => console.error(error)),
  passThroughOnException: () => undefined,
};

/** A file used only on the server has nothing the browser could replace. */
function reloadForServerFiles(vite) {
  vite.watcher.on("change", (file) => {
    const { client, ssr } = vite.environments;
    if (client.moduleGraph.getModulesByFile(file) || !ssr.moduleGraph.getModulesByFile(file)) return;
    client.hot.send({ type: "full-reload" });
  });
}

export async function serveWithVite({ port, stateDir, secrets }) {
  const answerOf = async (request) => {
    const bindings = await beside.bindings();
    const app = (await vite.ssrLoadModule(ENTRY)).default;
    const env = { ...bindings, SANDBOX: { fetch: crossing.into(bindings.SANDBOX) } };
    return app.fetch(request, env, execution);
  };
  const serve = async (incoming, outgoing) => {
    if (incoming.url === RELOAD_PATH) {
      outgoing.setHeader("content-type", "text/javascript");
      return outgoing.end(reloadScript);
    }
    try {
      const request = toRequest(incoming, outgoing);
      const answer = await answerOf(request);
      const isOurs = !/^\/sandbox(\/|$)/.test(new URL(request.url).pathname);
      await sendResponse(outgoing, isOurs ? await letViteIn(answer) : answer);
    } catch (error) {
      vite.ssrFixStacktrace(error);
      console.error(error);
      if (!outgoing.headersSent) outgoing.writeHead(500, { "content-type": "text/plain" });
      outgoing.end(String(error?.stack ?? error));
    }
  };
  const server = createServer((incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, (error) => (error ? outgoing.destroy(error) : void serve(incoming, outgoing)));
  });
  const vite = await viteFor(server);
  reloadForServerFiles(vite);
  const answer = async (request) => answerOf(crossing.toNodeRequest(request));
  const beside = await startWorkersBeside({ port, stateDir, secrets, answer });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  await vite.ssrLoadModule(ENTRY); // so that the first page need not wait for it
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await Promise.all([vite.close(), beside.stop()]);
  };
  return { stop };
}
