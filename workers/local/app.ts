// The app as a local run serves it: the same Worker, by the sandbox's clock.
import app from "../app";
import { readSandboxClock } from "./read-clock";
import { answerAtDoor, type DoorBindings } from "./sql-door";

export default {
  fetch: async (request, bindings, execution) =>
    (await answerAtDoor(request, bindings)) ?? app.fetch(request, bindings, execution, readSandboxClock),
} satisfies ExportedHandler<DoorBindings>;
