import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { auditDay, type RunStep } from "~/areas/proof/audit-day";
import { readSystemTime } from "~/server/clock";
import type { AuditAsked, SettlementBindings } from "~/server/env";
import { settlementDeps, type SettlementDeps } from "./deps";

/** Made by Cloudflare's engine, which keeps what each step has answered, tries it again, and goes on after it. */
export class Audit extends WorkflowEntrypoint<SettlementBindings, AuditAsked> {
  override async run({ payload: { date } }: Readonly<WorkflowEvent<AuditAsked>>, step: WorkflowStep): Promise<void> {
    const run = ((name: string, make: () => Promise<Rpc.Serializable<unknown>>) => step.do(name, make)) as RunStep;
    await auditDay(await this.deps(), date, { run });
  }

  protected deps(): Promise<SettlementDeps> {
    return settlementDeps(this.env, readSystemTime);
  }
}
