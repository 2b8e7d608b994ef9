import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { receiveWebhook, refuseReading } from "~/server/receive-webhook";

export const action = ({ request, context, params }: ActionFunctionArgs) =>
  receiveWebhook(request, context, params.provider ?? "");

export const loader = ({ params }: LoaderFunctionArgs) => refuseReading(params.provider ?? "");
