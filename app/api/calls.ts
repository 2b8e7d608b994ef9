import type * as z from "zod";
import { bankBody, personalBody, withdrawBody } from "./account-wire";
import { caskStakesAnswer, casksAnswer } from "./casks";
import { addLeadBody } from "./leads";
import * as login from "./login-wire";
import { cardBody, checkoutAnswer, cryptoBody, oneTimeBody } from "./payment-wire";
import { referralsAnswer } from "./referrals";
import { detailsAnswer } from "./user-details";
import { doneSchema, problemSchema } from "./wire-fields";

// Every call once, as the OpenAPI document tells it. The routes read requests with these very schemas.

export type Call = {
  operationId: string;
  method: "get" | "post" | "put";
  path: string;
  summary: string;
  /** Needs a token or the cookie. */
  signedIn: boolean;
  query?: { name: string; required: boolean; description: string }[];
  body?: z.ZodType;
  answer: z.ZodType;
  /** What an error looks like; the same for nearly all. */
  problem: z.ZodType;
  errors: number[];
};

type Told = Pick<Call, "operationId" | "path" | "summary" | "answer"> & Partial<Call>;

const BODY_ERRORS = [400, 413];

function call(method: Call["method"], { errors = [], signedIn = true, problem = problemSchema, ...told }: Told): Call {
  const all = [...errors, ...(signedIn ? [401] : []), ...(told.body ? BODY_ERRORS : []), 500, 503];
  return { method, signedIn, problem, ...told, errors: [...new Set(all)].sort((a, b) => a - b) };
}

const get = (told: Told) => call("get", told);
const post = (told: Told) => call("post", told);
const put = (told: Told) => call("put", told);

const ownId = (name: string) => ({ name, required: true, description: "The caller's own id" });
const before = { name: "before", required: false, description: "The older_before of the page before" };

export const CALLS: readonly Call[] = [
  post({
    operationId: "sendCode",
    path: "/api/otp/send",
    summary: "Send a 6-digit code by email or SMS. The answer never tells whether the address is known.",
    signedIn: false,
    body: login.sendBody,
    answer: login.sendAnswer,
    errors: [429],
  }),
  post({
    operationId: "verifyCode",
    path: "/api/otp/verify",
    summary: "Give the code, once, and get a token for 24 hours. A new address becomes a user.",
    signedIn: false,
    body: login.verifyBody,
    answer: login.verifyAnswer,
    problem: login.verifyProblem,
    errors: [403, 429],
  }),
  post({
    operationId: "addUser",
    path: "/api/users/add_user",
    summary: "The signed-in user's fields and a fresh token, for the address the login proved. May be repeated.",
    body: login.addUserBody,
    answer: login.addUserAnswer,
    errors: [403],
  }),
  get({
    operationId: "getUserDetails",
    path: "/api/users/get_user_details",
    summary: "Portfolio, tokens and details of the caller.",
    query: [ownId("id"), before],
    answer: detailsAnswer,
    errors: [400, 403],
  }),
  get({
    operationId: "getUser",
    path: "/api/users/{id}",
    summary: "The same details by path.",
    query: [before],
    answer: detailsAnswer,
    errors: [403],
  }),
  put({
    operationId: "putUser",
    path: "/api/users/{id}",
    summary: "Save name and address.",
    body: personalBody,
    answer: doneSchema,
    errors: [403],
  }),
  put({
    operationId: "updateUser",
    path: "/api/users/update_user/{id}",
    summary: "Save name and address. Another email address needs a code and is refused here.",
    body: personalBody,
    answer: doneSchema,
    errors: [403],
  }),
  put({
    operationId: "updateBankDetails",
    path: "/api/users/update_bank_details/{id}",
    summary: "Save bank details. Needs a code given within the last 30 minutes.",
    body: bankBody,
    answer: doneSchema,
    errors: [403],
  }),
  post({
    operationId: "withdraw",
    path: "/api/users/withdraw",
    summary:
      "Ask for a cycle's return, or without a stake for all that is available in the wallet. Needs a code given within the last 30 minutes. The amount is the server's.",
    body: withdrawBody,
    answer: doneSchema,
    errors: [403, 409],
  }),
  get({
    operationId: "getReferrals",
    path: "/api/users/referrals",
    summary: "The latest 50 people the caller referred, masked.",
    query: [ownId("userId")],
    answer: referralsAnswer,
    errors: [400, 403],
  }),
  get({
    operationId: "getJoiningFee",
    path: "/api/onetimepay/get_joiningfee",
    summary: "What activation costs.",
    answer: login.feeAnswer,
  }),
  get({
    operationId: "getCasks",
    path: "/api/cask/get_casks",
    summary: "Casks on offer. Price, counts, dates and story are null until the account is activated.",
    answer: casksAnswer,
  }),
  get({
    operationId: "getCaskStakes",
    path: "/api/cask/{id}/stakes",
    summary: "A cask's stakes in figures, and those of the caller.",
    answer: caskStakesAnswer,
    errors: [404],
  }),
  post({
    operationId: "payJoiningFee",
    path: "/api/stripe/create-onetimepay",
    summary: "Start the payment of the joining fee by card.",
    body: oneTimeBody,
    answer: checkoutAnswer,
    errors: [403, 409],
  }),
  post({
    operationId: "payByCard",
    path: "/api/stripe/create-checkout-session",
    summary: "Hold a stake for 35 minutes and start its payment by card.",
    body: cardBody,
    answer: checkoutAnswer,
    errors: [403, 404, 409],
  }),
  post({
    operationId: "payByCrypto",
    path: "/api/crypto/create-checkout-session",
    summary: "Start a payment in USDT on BSC, for a stake or the joining fee.",
    body: cryptoBody,
    answer: checkoutAnswer,
    errors: [403, 404, 409],
  }),
  post({
    operationId: "addLead",
    path: "/api/leads/add_leads",
    summary: "Leave an address to hear from us. The answer never tells whether it is known.",
    signedIn: false,
    body: addLeadBody,
    answer: doneSchema,
    errors: [429],
  }),
];
