import { leads } from "~/db/schema/support";
import type { Deps } from "~/core/deps";
import { type Limit, networkOf, takeLimits } from "~/core/limits";
import type { LoginAddress } from "~/areas/accounts/login/read-address";

export type LeadDeps = Deps & {
  hash: (text: string) => Promise<string>;
};

const HOUR_MS = 3_600_000;

export async function addLead(
  deps: LeadDeps,
  { address, ip }: { address: LoginAddress; ip: string },
): Promise<{ ok: true } | { ok: false; retryAtMs: number }> {
  const nowMs = deps.nowMs();
  const taken = await takeLimits(deps.db, [await ipLimit(deps, ip)], nowMs);
  if (!taken.ok) {
    deps.log("lead-refused", { code: "lead-ip" });
    return { ok: false, retryAtMs: taken.retryAtMs };
  }
  const { channel, value } = address;
  await deps.db
    .insert(leads)
    .values({
      id: deps.newId("led"),
      email: channel === "email" ? value : null,
      phone: channel === "sms" ? value : null,
      createdAtMs: nowMs,
    })
    .onConflictDoNothing();
  return { ok: true };
}

async function ipLimit(deps: Pick<LeadDeps, "hash">, ip: string): Promise<Limit> {
  return { key: `lead-ip:${await deps.hash(`ip:${networkOf(ip)}`)}`, most: 20, windowMs: HOUR_MS };
}
