import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/content/api-texts";
import { addUserBody, addUserWire } from "~/api/login-wire";
import { readAddress } from "~/features/login/read-address";
import { readFeeAsViewer } from "~/features/settings/joining-fee";
import { answer, problem } from "~/api/answer";
import { requireApiSession } from "~/api/caller";
import { readBody, readFields } from "~/api/fields";
import { type ApiArgs, answerApi } from "~/api/dispatch";
import { issueToken } from "~/api/bearer";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { POST: addUser };

/** The user exists since the code was right: this answers who that is, to nobody but them, as often as asked. */
async function addUser(args: ApiArgs): Promise<Response> {
  const session = await requireApiSession(args);
  const { email = null, phone_number = null } = readFields(addUserBody, await readBody(args.request));
  const read = readAddress({ email, phone_number });
  if (!read.ok) return problem(400, read.message, { field: read.field });
  const { viewer, nowMs, feeCents } = await readFeeAsViewer(args.context, session);
  const { channel, value } = read.address;
  if (value !== (channel === "email" ? viewer.email : viewer.phone))
    return problem(403, apiTexts.notProven, { field: channel === "email" ? "email" : "phone_number" });
  const token = await issueToken(args.context.config, session.claim, nowMs);
  return answer(addUserWire({ token, viewer, feeCents }));
}
