import { stakePath } from "~/content/page-paths";

/** A stake's return, or the wallet's balance. */
export type WithdrawalOf = "cycle" | "balance";

/** Where a withdrawal is asked for, and of what: in the wallet (of the stake that comes first), or on the page of one stake. */
export type WithdrawPlace = { of: WithdrawalOf; stakeId: string | null };

export type WithdrawHrefs = {
  /** The page that it belongs to. */
  back: string;
  form: string;
  /** Where to enter the code that it requires. */
  code: string;
};

export function withdrawHrefs({ of, stakeId }: WithdrawPlace): WithdrawHrefs {
  if (stakeId !== null) {
    const back = stakePath(stakeId);
    const form = `${back}?dialog=withdraw`;
    return { back, form, code: `/confirm-code?next=stake-withdraw&stake=${stakeId}` };
  }
  const back = "/wallet?tab=portfolio";
  const isBalance = of === "balance";
  const form = `${back}&dialog=withdraw${isBalance ? "&of=balance" : ""}`;
  const code = `/confirm-code?next=${isBalance ? "wallet-withdraw-balance" : "wallet-withdraw"}`;
  return { back, form, code };
}
