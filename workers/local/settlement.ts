// Settlement as a local run has it: the same Worker, by the sandbox's clock.
import type { SharedBindings } from "~/server/env";
import type { Nudge } from "../settlement/consume-nudges";
import settlement, { ScheduledWork as Scheduled } from "../settlement/index";
import { readSandboxClock } from "./read-clock";

export class ScheduledWork extends Scheduled {
  protected override readonly readClock = readSandboxClock;
}

export default {
  ...settlement,
  queue: (batch, bindings, context) => settlement.queue(batch, bindings, context, readSandboxClock),
  scheduled: (event, bindings, context) => settlement.scheduled(event, bindings, context, readSandboxClock),
} satisfies ExportedHandler<SharedBindings, Nudge>;
