import * as z from "zod";
import { readAddress } from "~/areas/accounts/login/read-address";
import { editBankDetails } from "~/areas/accounts/profile/bank-details";
import { readPersonal } from "~/areas/accounts/profile/personal-details";
import { readBank, saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { savePersonalDetails } from "~/areas/accounts/profile/save-personal-details";
import { listReferrals, type ReferralView } from "~/areas/holdings/portfolio/read-rewards";
import { readUserDetails } from "~/areas/holdings/portfolio/read-portfolio";
import * as leads from "~/areas/support/add-lead";
import { apiTexts } from "~/content/api-texts";
import { messages } from "~/content/messages";
import { retryAfter } from "~/server/login-form";
import { readId } from "~/server/read-id";
import { withinLimit } from "~/server/session/within-limit";
import { done, doneSchema, fieldProblem, problem, withData } from "./answer";
import { type Call, call, openCall, type SessionHandlerArgs } from "./call";
import { getCasks, getCaskStakes } from "./casks";
import { addressFields, dollars, toWire } from "./fields";
import { addUser, sendCode, verifyCode } from "./login";
import { getJoiningFee, payByCard, payByCrypto, payJoiningFee } from "./payments";
import { detailsAnswer, userDetailsWire } from "./user-details";
import { withdraw } from "./withdrawals";

// A user's details at the two paths that clients know, and how to change them. Only ever the viewer's own.

const details = {
  query: [{ name: "before", required: false, description: "The older_before of the page before" }],
  answer: detailsAnswer,
  handle: readUser,
};

const getUserDetails = call({
  ...details,
  operationId: "getUserDetails",
  method: "GET",
  path: "/api/users/get_user_details",
  summary: "Portfolio, tokens and details of the caller.",
  ownId: { in: "query", name: "id" },
  errors: [400, 403],
});

const getUser = call({
  ...details,
  operationId: "getUser",
  method: "GET",
  path: "/api/users/{id}",
  summary: "The same details by path.",
  ownId: { in: "path", name: "id" },
  errors: [403],
});

async function readUser({ request, context, session }: SessionHandlerArgs): Promise<z.infer<typeof detailsAnswer>> {
  const before = new URL(request.url).searchParams.get("before");
  const beforeId = before === null ? null : readId(before);
  const { viewer, nowMs, rows } = await readUserDetails(context, session, beforeId);
  const { id, activated } = viewer;
  return { status: true, data: userDetailsWire(rows, { id, activated, nowMs, origin: context.origin }) };
}

/** A field left out stays unchanged. Lengths and formats follow the rules of the page's form. */
const personalBody = z.object({
  full_name: z.string().optional(),
  name_on_certificate: z
    .string()
    .optional()
    .meta({ description: "The full name in Latin letters, for a script that certificates cannot print" }),
  email: z
    .string()
    .optional()
    .meta({ description: "Another address than the present one is refused: it needs a code" }),
  address: z.string().optional(),
});

const savesPersonal = {
  method: "PUT",
  ownId: { in: "path", name: "id" },
  body: personalBody,
  answer: doneSchema,
  errors: [403, 429],
  handle: savePersonal,
} as const;

const putUser = call({
  ...savesPersonal,
  operationId: "putUser",
  path: "/api/users/{id}",
  summary: "Save name and address.",
});

const updateUser = call({
  ...savesPersonal,
  operationId: "updateUser",
  path: "/api/users/update_user/{id}",
  summary: "Save name and address. Another email address needs a code and is refused here.",
});

async function savePersonal({ body, context, session }: SessionHandlerArgs<typeof personalBody>) {
  const read = readPersonal(body);
  if (!read.ok) return fieldProblem(read.errors, messages.somethingWrong);
  const saved = await savePersonalDetails(context, withinLimit(context, session, "personal-details"), {
    sent: read.values,
    otherEmail: "save-nothing",
  });
  if (saved.email.kind !== "none")
    return problem(400, "Change an email address at /personal-details, with a code sent to the new one.", {
      field: "email",
    });
  return done(messages.userUpdated);
}

const updateBankDetails = call({
  operationId: "updateBankDetails",
  method: "PUT",
  path: "/api/users/update_bank_details/{id}",
  summary: "Save bank details. Needs a code given within the last hour.",
  ownId: { in: "path", name: "id" },
  body: z.object({
    holder_name: z.string().optional(),
    bank_name: z.string().optional(),
    ifsc_code: z.string().optional(),
    account_number: z.string().optional().meta({ description: "The masked number stands for the saved one" }),
    branch_address: z.string().optional(),
  }),
  answer: doneSchema,
  errors: [403, 429],
  async handle({ body, context, session }) {
    const read = readBank(body);
    if (!read.ok) return fieldProblem(read.errors, messages.somethingWrong);
    const saved = await editBankDetails(context, session);
    const outcome = await saveBankDetails(context, withinLimit(context, session, "bank-details"), {
      saved,
      sent: read.values,
    });
    if (!outcome.ok) return problem(403, apiTexts.codeNeeded);
    return done(messages.userUpdated);
  },
});

const referralSchema = z.object({
  phone_number: z.string().meta({ description: "Masked; the masked email address of those who have no number" }),
  has_stake_purchase: z.boolean(),
  amount: dollars,
});

const getReferrals = call({
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

const addLead = openCall({
  operationId: "addLead",
  method: "POST",
  path: "/api/leads/add_leads",
  summary: "Leave an address to hear from us. The answer never tells whether it is known.",
  body: z.object(addressFields).meta({ description: "Either email or phone_number." }),
  answer: doneSchema,
  errors: [429],
  async handle({ body, context }) {
    const { email = null, phone_number = null } = body;
    const read = readAddress({ email, phone_number });
    if (!read.ok) return problem(400, read.message, { field: read.field });
    const added = await leads.addLead(context, { address: read.address, ip: context.ip });
    if (!added.ok) return problem(429, apiTexts.tooMany, { headers: retryAfter(added.retryAtMs - context.nowMs()) });
    return done("Thank you. We will be in touch.");
  },
});

export const CALLS: readonly Call[] = [
  sendCode,
  verifyCode,
  addUser,
  getUserDetails,
  getUser,
  putUser,
  updateUser,
  updateBankDetails,
  withdraw,
  getReferrals,
  getJoiningFee,
  getCasks,
  getCaskStakes,
  payJoiningFee,
  payByCard,
  payByCrypto,
  addLead,
];
