import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { receiveWebhook } from "~/server/receive-webhook";

export const action = ({ request, context }: ActionFunctionArgs) => receiveWebhook(request, context, "stripe");

export const loader = () => new Response("method not allowed", { status: 405, headers: { Allow: "POST" } });
