// The app as a local run serves it: the same Worker, by the sandbox's clock.
import type { AppBindings } from "~/server/env";
import app from "../app";
import { readSandboxClock } from "./read-clock";

export default {
  fetch: (request, bindings, execution) => app.fetch(request, bindings, execution, readSandboxClock),
} satisfies ExportedHandler<AppBindings>;
