import {
  orderCarriedMail,
  orderEndedMail,
  orderNotCarriedMail,
  proceedsCreditedMail,
} from "~/content/notice-mails-market";

type Of = { ORIGIN: string; EVIL: string; AT: number };

/** The mails about an order in the market, with the figures that must stand in both of their parts. */
export function marketMails({ ORIGIN, EVIL, AT }: Of) {
  const order = {
    ...{ number: 12, caskName: EVIL, month: "2026-12", side: "sell" as const, quantity: 3, limitCents: 60_000 },
    url: `${ORIGIN}/market#order-12`,
  };
  return {
    "order-ended": {
      mail: orderEndedMail({
        ...order,
        ...{ because: "result", priceCents: 62_000, filled: 2, failed: 0, feeCents: 1_860, advancedCents: 1_000 },
        ...{ totalCents: 121_140, payableFromMs: AT, freedCents: 0, placedAgainMs: Date.UTC(2027, 0, 4, 12) },
      }),
      figures: ["$1,211.40", "2 of 3", "$620.00", "$18.60", "$10.00", "22 Nov 2026", "4 Jan 2027", order.url],
    },
    "order-carried": {
      mail: orderCarriedMail({
        ...order,
        ...{ side: "buy", reservedCents: 182_700, closesAtMs: Date.UTC(2027, 0, 11, 12) },
        withdrawUntilMs: Date.UTC(2027, 0, 10, 12),
      }),
      figures: ["$1,827.00", "$600.00", "11 Jan 2027, 12:00 UTC", "10 Jan 2027, 12:00 UTC", order.url],
    },
    "order-not-carried": {
      mail: orderNotCarriedMail({ ...order, reason: "not-enough-money" }),
      figures: ["your order 12", order.url],
    },
    "proceeds-credited": {
      mail: proceedsCreditedMail({
        ...{ caskName: EVIL, month: "2026-12", stakes: 2, creditCents: 121_140 },
        walletUrl: `${ORIGIN}/wallet`,
      }),
      figures: ["$1,211.40", "2 stakes", `${ORIGIN}/wallet`],
    },
  };
}
