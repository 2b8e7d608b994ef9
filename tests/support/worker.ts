import { Audit as DailyAudit } from "../../workers/settlement/audit-workflow";
import { createSettlementDeps, type SettlementDeps } from "../../workers/settlement/deps";
import { settlementTestConfig } from "./test-config";

export class Audit extends DailyAudit {
  protected override deps(): Promise<SettlementDeps> {
    return Promise.resolve(createSettlementDeps(this.env, settlementTestConfig as never));
  }
}

export default { fetch: () => new Response("not found", { status: 404 }) };
