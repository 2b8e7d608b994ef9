import * as z from "zod";
import { readAddress } from "~/areas/accounts/login/read-address";
import { editBankDetails } from "~/areas/accounts/profile/bank-details";
import { readPersonal } from "~/areas/accounts/profile/personal-details";
import { readBank, saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { savePersonalDetails } from "~/areas/accounts/profile/save-personal-details";
import { listReferrals } from "~/areas/holdings/portfolio/read-rewards";
import { readUserDetails } from "~/areas/holdings/portfolio/read-portfolio";
import * as leads from "~/areas/support/add-lead";
import { apiTexts } from "~/content/api-texts";
import { messages } from "~/content/messages";
import { retryAfter } from "~/server/login-form";
import { readId } from "~/server/read-id";
import { withinLimit } from "~/server/session/within-limit";
import { done, fieldProblem, problem } from "./answer";
import { type Call, call, openCall, type SessionHandlerArgs } from "./call";
import { getCasks, getCaskStakes } from "./casks";
import { addressFields, toWire } from "./fields";
import { addUser, sendCode, verifyCode } from "./login";
import { getJoiningFee, payByCard, payByCrypto, payJoiningFee } from "./payments";
import { userDetailsWire } from "./user-details";
import { withdraw } from "./withdrawals";

// A user's details at the two paths that clients know, and how to change them. Only ever the viewer's own.

const getUserDetails = call({
  name: "getUserDetails",
  method: "GET",
  path: "/api/users/get_user_details",
  ownId: { in: "query", name: "id" },
  handle: readUser,
});

const getUser = call({
  name: "getUser",
  method: "GET",
  path: "/api/users/{id}",
  ownId: { in: "path", name: "id" },
  handle: readUser,
});

/** `before` is the `older_before` of the page before. */
async function readUser({ request, context, session }: SessionHandlerArgs) {
  const before = new URL(request.url).searchParams.get("before");
  const beforeId = before === null ? null : readId(before);
  const { viewer, nowMs, rows } = await readUserDetails(context, session, beforeId);
  const { id, activated } = viewer;
  return { status: true, data: userDetailsWire(rows, { id, activated, nowMs, origin: context.origin }) };
}

/** A field left out stays unchanged. Lengths and formats follow the rules of the page's form. */
const personalBody = z.object({
  full_name: z.string().optional(),
  name_on_certificate: z.string().optional(),
  email: z.string().optional(),
  address: z.string().optional(),
});

const savesPersonal = {
  method: "PUT",
  ownId: { in: "path", name: "id" },
  body: personalBody,
  handle: savePersonal,
} as const;

const putUser = call({ ...savesPersonal, name: "putUser", path: "/api/users/{id}" });

const updateUser = call({ ...savesPersonal, name: "updateUser", path: "/api/users/update_user/{id}" });

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
  name: "updateBankDetails",
  method: "PUT",
  path: "/api/users/update_bank_details/{id}",
  ownId: { in: "path", name: "id" },
  body: z.object({
    holder_name: z.string().optional(),
    bank_name: z.string().optional(),
    ifsc_code: z.string().optional(),
    account_number: z.string().optional(),
    branch_address: z.string().optional(),
  }),
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

const getReferrals = call({
  name: "getReferrals",
  method: "GET",
  path: "/api/users/referrals",
  ownId: { in: "query", name: "userId" },
  async handle({ context, session }) {
    const data = (await listReferrals(context, session)).map(({ contact, status, amountCents }) => ({
      phone_number: contact,
      has_stake_purchase: status === "staked",
      amount: toWire(amountCents),
    }));
    return { status: true, data };
  },
});

const addLead = openCall({
  name: "addLead",
  method: "POST",
  path: "/api/leads/add_leads",
  body: z.object(addressFields),
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
