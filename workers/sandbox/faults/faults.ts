// The faults set for the next calls. A number counts down with each use; `true` holds until the faults are set again.
import * as z from "zod";
import type { Deps } from "../deps";
import { VENDOR_NAMES, type VendorName } from "../env";

declare module "../store/store" {
  interface Documents {
    faults: Faults;
  }
}

const times = z.union([z.boolean(), z.number().int().min(0).max(100_000)], "must be true, false or a whole number");
const milliseconds = (max: number) => z.number().int().min(0).max(max);

export const faultsSchema = z.strictObject({
  webhooks: z
    .strictObject({
      copies: z.number().int().min(1).max(50).optional(),
      delay_ms: milliseconds(86_400_000).optional(),
      drop: times.optional(),
      shuffle: times.optional(),
      bad_signature: times.optional(),
    })
    .optional(),
  api: z
    .strictObject({
      fail_next: times.optional(),
      status: z.number().int().min(400).max(599).optional(),
      latency_ms: milliseconds(60_000).optional(),
      provider: z.enum(VENDOR_NAMES).optional(),
    })
    .optional(),
  mail: z.strictObject({ fail_next: times.optional() }).optional(),
});
export type Faults = z.infer<typeof faultsSchema>;
type Times = boolean | number | undefined;

const CURRENT = "current";

export function currentFaults({ store }: Pick<Deps, "store">): Faults {
  return store.get("faults", CURRENT) ?? {};
}

export function setFaults({ store }: Pick<Deps, "store">, faults: Faults): void {
  store.put("faults", CURRENT, faults);
}

function spend(times: Times): { hit: boolean; left: Times } {
  if (typeof times !== "number") return { hit: times === true, left: times };
  return times > 0 ? { hit: true, left: times - 1 } : { hit: false, left: times };
}

/** Whether this webhook fault applies now; asking uses up one of a counted fault. */
export function takeWebhookFault(deps: Pick<Deps, "store">, name: "drop" | "shuffle" | "bad_signature"): boolean {
  const faults = currentFaults(deps);
  const { hit, left } = spend(faults.webhooks?.[name]);
  if (hit) setFaults(deps, { ...faults, webhooks: { ...faults.webhooks, [name]: left } });
  return hit;
}

/** What happens to a call of this vendor's API: its delay, and the status it fails with, if it fails. */
export function takeApiFault(
  deps: Pick<Deps, "store">,
  provider: VendorName,
): { latencyMs: number; status: number | null } {
  const faults = currentFaults(deps);
  const { api, mail } = faults;
  const applies = api !== undefined && (api.provider === undefined || api.provider === provider);
  const latencyMs = applies ? (api.latency_ms ?? 0) : 0;
  const forApi = spend(applies ? api.fail_next : undefined);
  if (forApi.hit) {
    setFaults(deps, { ...faults, api: { ...api, fail_next: forApi.left } });
    return { latencyMs, status: api?.status ?? 500 };
  }
  const forMail = spend(provider === "resend" ? mail?.fail_next : undefined);
  if (!forMail.hit) return { latencyMs, status: null };
  setFaults(deps, { ...faults, mail: { ...mail, fail_next: forMail.left } });
  return { latencyMs, status: 500 };
}
