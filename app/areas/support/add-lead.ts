import { leads } from "~/db/schema/support";
import type { Deps } from "~/core/deps";
import { networkOf, takeLimits } from "~/core/limits";
import type { LoginAddress } from "~/areas/accounts/login/read-address";

const HOUR_MS = 3_600_000;

export async function addLead(
  deps: Deps,
  { address, ip }: { address: LoginAddress; ip: string },
): Promise<{ ok: true } | { ok: false; retryAtMs: number }> {
  const nowMs = deps.nowMs();
  const ofNetwork = { key: `lead-ip:${await deps.signLink(`ip:${networkOf(ip)}`)}`, most: 20, windowMs: HOUR_MS };
  const taken = await takeLimits(deps.db, [ofNetwork], nowMs);
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
