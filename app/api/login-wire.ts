import * as z from "zod";
import { messages } from "~/content/messages";
import { nationalNumber } from "~/features/profile/settings-view";
import { activationFields, activationWire, address, dollars, id, toWire, withData } from "./wire-fields";

const referral = { referral_code: z.string().max(64).nullish() };

export const sendBody = z
  .object({ ...address, ...referral })
  .meta({ description: "Either email or phone_number. A referral_code counts when this login makes a new user." });
export const sendAnswer = z.object({ status: z.literal(true), msg91Id: z.string(), message: z.string() });

export const verifyBody = z.object({
  msg91Id: z.string().min(1).max(200),
  otp: z.string(messages.otpIncomplete).regex(/^[0-9]{6}$/, messages.otpIncomplete),
});
export const verifyAnswer = z.object({ type: z.literal("success"), token: z.string() });
export const verifyProblem = z.object({
  type: z.literal("error"),
  status: z.literal(false),
  message: z.string(),
  field: z.string().optional(),
});

export const addUserBody = z.object({ ...address, ...referral }).meta({
  description: "The email or phone_number that the caller's login proved. The referral_code belongs to /api/otp/send.",
});
export const addUserAnswer = withData(
  z.object({
    token: z.string(),
    id,
    email: z.string(),
    phoneNumber: z.string(),
    phone_number: z.string(),
    joining_fee: dollars,
    ...activationFields,
  }),
);

type NewUser = {
  token: string;
  viewer: { id: string; email: string | null; phone: string | null; activated: boolean };
  feeCents: number;
};

export function addUserWire({ token, viewer, feeCents }: NewUser): z.infer<typeof addUserAnswer> {
  const phone = nationalNumber(viewer.phone);
  const data = {
    token,
    id: viewer.id,
    email: viewer.email ?? "",
    phoneNumber: phone,
    phone_number: phone,
    joining_fee: toWire(feeCents),
    ...activationWire(viewer.activated),
  };
  return { status: true, data };
}

export const feeAnswer = z.object({ status: z.literal(true), amount: dollars });

export function feeWire(cents: number): z.infer<typeof feeAnswer> {
  return { status: true, amount: toWire(cents) };
}
