import { orderFormTexts, orderRefusals as texts, marketTexts } from "~/content/market-texts";
import { stakePath } from "~/content/page-paths";
import { formatDollarFigure } from "~/domain/money";
import { topUpFor } from "~/domain/top-up";
import type { PlaceOutcome } from "~/areas/market/resale/place-order";
import type { OrderErrors, TypedOrder } from "~/areas/market/resale/order-form";
import { topUpHref } from "~/ui/cask-display";

type Refusal = Extract<PlaceOutcome, { ok: false }>["refusal"];

/** A refused form: what was typed, what is wrong with it, and where to put it right. */
export type RefusedOrder = {
  typed: TypedOrder | null;
  errors: OrderErrors;
  message: string | null;
  link: { href: string; label: string } | null;
};

const NONE: Omit<RefusedOrder, "typed"> = { errors: {}, message: null, link: null };

export const refusedForm = (typed: TypedOrder, errors: OrderErrors): RefusedOrder => ({ ...NONE, typed, errors });

/** Not about the form of an order. */
export const refusedFor = (message: string): RefusedOrder => ({ ...NONE, typed: null, message });

export function refusedOrder(typed: TypedOrder, refusal: Refusal): RefusedOrder {
  return { ...NONE, typed, ...sayingOf(refusal) };
}

function sayingOf(refusal: Refusal): Partial<RefusedOrder> {
  switch (refusal.code) {
    case "limit-too-high":
    case "limit-too-low":
      return { errors: { limit_price: texts[refusal.code](refusal.boundCents) } };
    case "too-many-stakes":
      return { errors: { quantity: texts[refusal.code](refusal.most) } };
    case "stake-not-offered": {
      const why = orderFormTexts.sell.not[refusal.not];
      const link = { href: stakePath(refusal.stakeId), label: orderFormTexts.sell.toStake };
      return { message: texts[refusal.code](refusal.number, why), link };
    }
    case "not-enough-money":
      return { message: texts[refusal.code](refusal.neededCents, refusal.walletCents), link: addAsMuch(refusal) };
    case "not-activated":
      return { message: texts[refusal.code], link: texts.activate };
    case "account-closing":
      return { message: texts[refusal.code], link: texts.closing };
    default:
      return { message: texts[refusal.code] };
  }
}

function addAsMuch({ neededCents, walletCents }: { neededCents: number; walletCents: number }) {
  const cents = topUpFor(neededCents - walletCents);
  return { href: topUpHref(formatDollarFigure(cents)), label: marketTexts.addAsMuch(cents) };
}
