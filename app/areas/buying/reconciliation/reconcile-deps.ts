import type { Deps } from "~/core/deps";
import type { ProviderBooks, ProviderName } from "~/integrations/payments/port";

export type ReconcileDeps = Pick<Deps, "db" | "checkout" | "nowMs" | "newId" | "newCode" | "log"> & {
  books: Record<ProviderName, ProviderBooks>;
};

export type Counts = { sessionsRead: number; refundsRead: number; paymentsRead: number; repaired: number };
