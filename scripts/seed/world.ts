import type { Database } from "~/db/client";
import type { Deps } from "~/core/deps";
import { newCertificateCode, newId } from "~/server/ids";
import { eachProvider } from "~/integrations/payments/providers";
import { createTill } from "./till";

export type World = {
  db: Database;
  origin: string;
  nowMs: number;
  /** What each payment costs by its own row, in cents. */
  amounts: Map<string, number>;
};

/** The use cases' dependencies, as they would have been at that moment. */
export function depsAt({ db, origin, amounts }: World, atMs: number): Deps {
  const amountOf = (paymentId: string) => amounts.get(paymentId) ?? null;
  return {
    db,
    origin,
    checkout: eachProvider((name) => createTill(name, amountOf)),
    nowMs: () => atMs,
    wait: async () => undefined,
    newId: (prefix) => newId(prefix, atMs),
    newCode: newCertificateCode,
    log: () => undefined,
    // Nobody is told anything of the past.
  } as Partial<Deps> as Deps;
}
