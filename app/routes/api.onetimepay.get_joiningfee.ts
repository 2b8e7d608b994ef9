import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { feeWire } from "~/features/api/login-wire";
import { joiningFeeCents, joiningFeeQuery } from "~/features/settings/joining-fee";
import { answer } from "~/server/api-answer";
import { findCaller, readAsCaller } from "~/server/api-caller";
import { type ApiArgs, answerApi } from "~/server/api-route";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: fee };

async function fee(args: ApiArgs): Promise<Response> {
  const { rows } = await readAsCaller(args, await findCaller(args), () => [joiningFeeQuery(args.context.db)]);
  return answer(feeWire(joiningFeeCents(rows[0])));
}
