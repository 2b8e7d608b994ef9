import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { cryptoBody, cryptoPurchase, metadataUserId } from "~/api/payment-wire";
import { requireApiSession } from "~/api/caller";
import { answerCheckout } from "~/api/payments";
import { readBody, readFields, refuseForeignId } from "~/api/fields";
import { type ApiArgs, answerApi } from "~/api/dispatch";

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
  refuseForeignId(session, metadataUserId(body), "metadata.userID");
  return answerCheckout(args, session, cryptoPurchase(readFields(cryptoBody, body)));
}
