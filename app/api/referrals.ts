import * as z from "zod";
import { listReferrals, type ReferralView } from "~/areas/holdings/portfolio/read-rewards";
import { withData } from "./answer";
import { call } from "./call";
import { dollars, toWire } from "./fields";

const referralSchema = z.object({
  phone_number: z.string().meta({ description: "Masked; the masked email address of those who have no number" }),
  has_stake_purchase: z.boolean(),
  amount: dollars,
});

export const getReferrals = call({
  operationId: "getReferrals",
  method: "GET",
  path: "/api/users/referrals",
  summary: "The latest 50 people the caller referred, masked.",
  ownId: { in: "query", name: "userId" },
  answer: withData(z.array(referralSchema)),
  errors: [400, 403],
  async handle({ context, session }) {
    return { status: true, data: (await listReferrals(context, session)).map(referralWire) };
  },
});

function referralWire({ contact, status, amountCents }: ReferralView): z.infer<typeof referralSchema> {
  return { phone_number: contact, has_stake_purchase: status === "staked", amount: toWire(amountCents) };
}
