import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import * as leads from "~/areas/support/leads/add-lead";
import { readAddress } from "~/areas/accounts/login/read-address";
import { loginDeps } from "~/server/login-deps";
import { retryAfter } from "~/server/login-form";
import { done, doneSchema, problem } from "./answer";
import { openCall } from "./call";
import { addressFields } from "./fields";

/** Gives the same answer whether or not the address was known. */
export const addLead = openCall({
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
    const added = await leads.addLead(loginDeps(context), { address: read.address, ip: context.ip });
    if (!added.ok) return problem(429, apiTexts.tooMany, { headers: retryAfter(added.retryAtMs - context.nowMs()) });
    return done(apiTexts.leadKept);
  },
});
