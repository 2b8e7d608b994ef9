import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/content/api-texts";
import { addLeadBody, addLeadWire } from "~/api/leads";
import { addLead } from "~/features/leads/add-lead";
import { readAddress } from "~/features/login/read-address";
import { answer, problem } from "~/api/answer";
import { readBody, readFields } from "~/api/fields";
import { type ApiArgs, answerApi } from "~/api/dispatch";
import { loginDeps } from "~/server/login-deps";
import { retryAfter } from "~/server/login-form";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { POST: add };

/** Says the same whether the address was known or not. */
async function add({ request, context }: ApiArgs): Promise<Response> {
  const { email = null, phone_number = null } = readFields(addLeadBody, await readBody(request));
  const read = readAddress({ email, phone_number });
  if (!read.ok) return problem(400, read.message, { field: read.field });
  const added = await addLead(loginDeps(context), { address: read.address, ip: context.ip });
  if (!added.ok) return problem(429, apiTexts.tooMany, { headers: retryAfter(added.retryAtMs - context.nowMs()) });
  return answer(addLeadWire());
}
