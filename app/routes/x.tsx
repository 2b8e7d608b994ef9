import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { json } from "@remix-run/cloudflare";
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const env = (context as any).env;
  await env.SETTLEMENTS.send({ hello: 1 });
  const s = await env.SANDBOX.fetch(new Request("https://api.stripe.com/v1/x"));
  return json({ url: request.url, origin: env.APP_ORIGIN, sandbox: await s.text() });
};
