import { BANK } from "../../../support/wallet";
import type { Asked } from "./client";

type Sample = { name: string; method: string; path: string } & Pick<Asked, "body">;

const CRYPTO = { currency: "usdt", unitAmount: "50000000000" };

export const cryptoBody = (
  userID: string,
  caskId: string,
  changes: { unitAmount?: string; metadata?: object } = {},
) => ({
  chain: "bsc",
  lineItems: {
    data: [
      {
        quantity: 1,
        priceData: {
          ...CRYPTO,
          unitAmount: changes.unitAmount ?? CRYPTO.unitAmount,
          productData: { name: "Test Hogshead", description: "One stake" },
        },
      },
    ],
  },
  metadata: {
    userID,
    isOneTimePay: "false",
    productName: "Test Hogshead",
    caskId,
    amount: "500.00",
    paymentMode: "Crypto",
    full_name: "Asha Rao",
    ...changes.metadata,
  },
});

export const cardBody = (userID: string, caskId: string, amount = 500) => ({
  isOneTimePay: false,
  userID,
  amount,
  currency: "USD",
  productName: "Test Hogshead",
  platformFee: amount,
  caskId,
  paymentMode: "Bank",
  full_name: "Asha Rao",
});

export const feeBody = (userID: string, amount = 10) => ({
  isOneTimePay: true,
  userID,
  amount,
  currency: "USD",
  productName: "Joining fee",
  paymentMode: "Bank",
});

export const withdrawBody = (userId: string, stakeId: string, changes: object = {}) => ({
  user_id: userId,
  stake_id: stakeId,
  interest_percent: 20.8,
  return_amount: 104,
  ...BANK,
  cycle_number: 1,
  payment_mode: "Bank",
  ...changes,
});

/** A valid sample of each call. */
export function samples(id: string, caskId: string, email: string): Sample[] {
  const get = (name: string, path: string) => ({ name, method: "GET", path });
  const post = (name: string, path: string, body: object) => ({ name, method: "POST", path, body });
  const put = (name: string, path: string, body: object) => ({ name, method: "PUT", path, body });
  const personal = { full_name: "Asha Rao", address: "1 Road\nPune 411001" };
  return [
    post("sendCode", "/api/otp/send", { email: "someone@example.com" }),
    post("verifyCode", "/api/otp/verify", { msg91Id: "no-such-request", otp: "123456" }),
    post("addUser", "/api/users/add_user", { email, referral_code: null }),
    get("getUserDetails", `/api/users/get_user_details?id=${id}`),
    get("getUser", `/api/users/${id}`),
    put("putUser", `/api/users/${id}`, personal),
    put("updateUser", `/api/users/update_user/${id}`, personal),
    put("updateBankDetails", `/api/users/update_bank_details/${id}`, { ...BANK, branch_address: "Pune" }),
    post("withdraw", "/api/users/withdraw", withdrawBody(id, "stk_none")),
    get("getReferrals", `/api/users/referrals?userId=${id}`),
    get("getJoiningFee", "/api/onetimepay/get_joiningfee"),
    get("getCasks", "/api/cask/get_casks"),
    get("getCaskStakes", `/api/cask/${caskId}/stakes`),
    post("payJoiningFee", "/api/stripe/create-onetimepay", feeBody(id)),
    post("payByCard", "/api/stripe/create-checkout-session", cardBody(id, caskId)),
    post("payByCrypto", "/api/crypto/create-checkout-session", cryptoBody(id, caskId)),
    post("addLead", "/api/leads/add_leads", { email: "someone@example.com" }),
  ];
}
