import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { TestContext } from "../../support/context";
import { formPost, get, pageAfter } from "../../support/people";

const ORIGIN = "http://localhost:8787";

type Route = { loader: (args: LoaderFunctionArgs) => unknown; action?: (args: ActionFunctionArgs) => unknown };

async function answer(call: () => unknown) {
  const response = await Promise.resolve()
    .then(call)
    .catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    });
  if (!(response instanceof Response)) throw new Error("not a response");
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { response, data: (isJson ? await response.json() : null) as Record<string, unknown> | null };
}

export async function open(shared: TestContext, route: Route, path: string, cookie: string) {
  const context = shared.next();
  const got = await answer(() => route.loader({ request: get(`${ORIGIN}${path}`, cookie), context, params: {} }));
  const { headers } = got.response;
  return { ...got, location: headers.get("Location"), cookies: headers.getSetCookie(), trips: context.trips };
}

/** Runs the action, and if it answers with a page, the loader on the same context, as Remix does. */
export async function post(
  shared: TestContext,
  route: Route,
  path: string,
  cookie: string,
  fields: Record<string, string>,
) {
  const context = shared.next();
  const request = formPost(`${ORIGIN}${path}`, cookie, fields);
  const got = await answer(() => route.action?.({ request, context, params: {} }));
  const { status, headers } = got.response;
  const page =
    status >= 300 && status < 400
      ? null
      : await answer(() => route.loader({ request: pageAfter(request), context, params: {} }));
  const cookies = headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  return { ...got, page, location: headers.get("Location"), cookies, trips: context.trips };
}
