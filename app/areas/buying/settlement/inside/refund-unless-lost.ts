import type { Deps } from "~/core/deps";
import { ProviderError, type ProviderName, type RefundOutcome, type RefundRequest } from "~/integrations/payments/port";
import { disputeStanding } from "./dispute-standing";

/**
 * After a lost dispute the money is back already: there is nothing to refund, and the provider refuses to.
 * @throws ProviderError
 */
export async function refundUnlessLost(
  { checkout }: Pick<Deps, "checkout">,
  provider: ProviderName,
  request: RefundRequest,
): Promise<RefundOutcome & { lost?: true }> {
  try {
    return await checkout[provider].refund(request);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== "rejected") throw error;
    const disputes = await checkout[provider].readDisputes(request.providerPaymentId);
    if (disputeStanding(disputes) !== "lost") throw error;
    return { status: "refunded", refundId: null, lost: true };
  }
}
