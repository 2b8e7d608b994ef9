import { expect } from "vitest";
import { CALLS } from "~/api/calls";

const ACTIVATION = "isActive is_active hasMadeOneTimePayment has_made_one_time_payment";
const DETAILS = `id stake_purchases cask_name amount pdf_url purchased_on state older_before priority_cask stake_id interest_percent
  return_amount days_since_purchase days_remaining_to_withdraw is_withdrawable currentCycleNumber status last_withdrawn_interest
  realised_amount unrealised_amount valued_on tier total_invested advanced_amount current_worth paid_out available_in_wallet referral_code
  total_tokens full_name email address phone_number holder_name bank_name ifsc_code account_number branch_address ${ACTIVATION}`;
const PROBLEM = "status message field type ticket";

/** Every field that an answer may have, at any depth. */
const FIELDS: Record<string, string> = {
  sendCode: "status msg91Id message",
  verifyCode: "type token",
  addUser: `status data token id email phoneNumber phone_number joining_fee ${ACTIVATION}`,
  getUserDetails: `data ${DETAILS}`,
  getUser: `data ${DETAILS}`,
  getReferrals: "status data phone_number has_stake_purchase amount",
  getJoiningFee: "status amount",
  getCasks: `status data id cask_name cost_per_stake total_cost total_stakes sold_stakes launches_on closes_on loa_litres
    distillery_information distillery kind vessel vintage_year stage ended_on can_buy`,
  getCaskStakes: `status data cask_id cask_name total_stakes sold_stakes available_stakes stakes stake_id amount purchased_on state
    register_mark audited_on`,
  payJoiningFee: "id url",
  payByCard: "id url",
  payByCrypto: "id url",
};

function findCall(method: string, path: string) {
  const plain = path.replace(/\?.*/, "");
  return CALLS.filter((one) => one.method === method)
    .filter((one) => new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(plain))
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
}

const fieldsOf = (body: unknown): string[] =>
  typeof body === "object" && body !== null
    ? Object.entries(body).flatMap(([name, value]) => [...(Array.isArray(body) ? [] : [name]), ...fieldsOf(value)])
    : [];

export function expectNamedFields(method: string, path: string, answered: { status: number; body: unknown }): void {
  const found = findCall(method, path);
  if (!found) return;
  const allowed = answered.status === 200 ? (FIELDS[found.name] ?? "status message") : PROBLEM;
  const named = allowed.split(/\s+/);
  expect(fieldsOf(answered.body).filter((field) => !named.includes(field))).toEqual([]);
}
