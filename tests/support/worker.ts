import { CaskDesk as Desk } from "../../workers/settlement/cask-desk";
import type { SharedBindings } from "~/server/env";
import { settlementTestConfig } from "./test-config";

export { Providers } from "../../workers/sandbox/index";

/** The settlement Worker's, with the settings of the tests. */
export class CaskDesk extends Desk {
  constructor(ctx: DurableObjectState, env: SharedBindings) {
    super(ctx, { ...env, ...settlementTestConfig });
  }
}

export default {
  fetch: () => new Response("not found", { status: 404 }),
};
