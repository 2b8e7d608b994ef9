import type { Plugin } from "vite";

const CLIENT_ROUTE = /\?__remix-build-client-route$/;

/** Routes never run in the browser: its build has nothing of them but a name. */
export const documentsOnly: Plugin = {
  name: "documents-only",
  enforce: "post",
  apply: "build",
  transform: (_code, id, options) =>
    !options?.ssr && CLIENT_ROUTE.test(id)
      ? `export const of = ${JSON.stringify(id.replace(/^.*\/app\//, ""))};`
      : null,
};
