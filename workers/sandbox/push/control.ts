// POST makes a browser that can be pushed to, or with {"gone": ID} throws one away; GET ?to=ENDPOINT lists what arrived, newest first.
import type { Deps } from "../deps";
import { json, methodNotAllowed, notFound, readJson } from "../http";
import { endpointOf, newBrowser } from "./browsers";

export async function handlePushControl(request: Request, deps: Deps): Promise<Response> {
  if (request.method === "GET") return list(request, deps);
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const asked = (await readJson(request)) as { gone?: unknown } | null | undefined;
  const gone = typeof asked?.gone === "string" ? deps.store.get("push.browser", asked.gone) : null;
  if (asked?.gone !== undefined && !gone) return notFound();
  if (gone) {
    deps.store.put("push.browser", gone.id, { ...gone, gone: true });
    return json({});
  }
  const { id, p256dh, auth } = await newBrowser(deps);
  return json({ id, endpoint: endpointOf(id), keys: { p256dh, auth } });
}

function list(request: Request, { store }: Deps): Response {
  const to = new URL(request.url).searchParams.get("to") ?? "";
  const browser = store.get("push.browser", to.slice(to.lastIndexOf("/") + 1));
  return browser ? json({ messages: browser.received }) : notFound();
}
