import type { Faults } from "./faults";

/** What is tried most often, as buttons. Each replaces whatever was set before. */
export const PRESETS: Record<string, { label: string; faults: Faults }> = {
  dropped: { label: "Lose the next webhook", faults: { webhooks: { drop: 1 } } },
  doubled: { label: "Send each webhook twice", faults: { webhooks: { copies: 2 } } },
  late: { label: "Send webhooks a minute late", faults: { webhooks: { delay_ms: 60_000 } } },
  forged: { label: "Sign the next webhook wrongly", faults: { webhooks: { bad_signature: 1 } } },
  down: { label: "Fail the next 3 calls of providers", faults: { api: { fail_next: 3, status: 503 } } },
  mail: { label: "Fail the next 3 emails", faults: { mail: { fail_next: 3 } } },
};
