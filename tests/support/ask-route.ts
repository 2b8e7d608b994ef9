import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { TestContext } from "./context";
import { formPost, get, pageAfter } from "./people";

const ORIGIN = "http://localhost:8787";

type Route = { loader: (args: LoaderFunctionArgs) => unknown; action?: (args: ActionFunctionArgs) => unknown };
type Data = Record<string, unknown> | null;
type Params = Record<string, string>;

/** What the handler returned or threw. */
async function answer<T>(call: () => unknown) {
  const response = await Promise.resolve()
    .then(call)
    .catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    });
  if (!(response instanceof Response)) throw new Error("not a response");
  const { status, headers } = response;
  const isJson = headers.get("Content-Type")?.includes("json");
  return {
    response,
    status,
    location: headers.get("Location"),
    cookies: headers.getSetCookie().map((one) => one.split(";")[0] ?? ""),
    data: (isJson ? await response.json() : null) as T,
  };
}

export async function open<T = Data>(
  shared: TestContext,
  route: Route,
  path: string,
  cookie = "",
  params: Params = {},
) {
  const context = shared.next();
  const got = await answer<T>(() => route.loader({ request: get(`${ORIGIN}${path}`, cookie), context, params }));
  return { ...got, trips: context.trips };
}

/** Runs the action, and if it answers with a page, the loader on the same context, as Remix does. */
export async function post<T = Data>(
  shared: TestContext,
  route: Route,
  path: string,
  cookie: string,
  fields: Record<string, string>,
  params: Params = {},
) {
  const context = shared.next();
  const request = formPost(`${ORIGIN}${path}`, cookie, fields);
  const got = await answer<T>(() => route.action?.({ request, context, params }));
  const isLedOn = got.status >= 300 && got.status < 400;
  const page = isLedOn ? null : await answer<T>(() => route.loader({ request: pageAfter(request), context, params }));
  return { ...got, page, trips: context.trips };
}
