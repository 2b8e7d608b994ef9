import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { cardBody, cardPurchase } from "~/features/api/payment-wire";
import { requireApiSession } from "~/server/api-caller";
import { answerCheckout } from "~/server/api-checkout";
import { readBody, readFields, refuseForeignId } from "~/server/api-input";
import { type ApiArgs, answerApi } from "~/server/api-route";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { POST: start };

async function start(args: ApiArgs): Promise<Response> {
  const session = await requireApiSession(args);
  const body = await readBody(args.request);
  refuseForeignId(session, body.userID, "userID");
  return answerCheckout(args, session, cardPurchase(readFields(cardBody, body)));
}
