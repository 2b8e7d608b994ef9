import type { Row } from "./access-rows";
import type { Asker, Cast } from "./cast";

export type Way = "cookie" | "token";

export const isCall = ({ route }: Row) => route === "api.$";

/** The request of a row of the table of all requests, as this person sends it. */
export function requestInit(row: Row, cast: Cast, asker: Asker | null, way: Way): RequestInit {
  const method = row.method ?? "GET";
  const headers = new Headers({ "CF-Connecting-IP": `198.18.${Math.floor(Math.random() * 250)}.7` });
  if (asker && way === "cookie") headers.set("Cookie", asker.cookie);
  if (asker && way === "token") headers.set("Authorization", `Bearer ${asker.token}`);
  if (method === "GET") return { headers };
  const fields = row.body?.({ asker, things: cast.things }) ?? {};
  if (isCall(row) || row.route.startsWith("webhooks.")) return { method, headers, body: JSON.stringify(fields) };
  return { method, headers, body: new URLSearchParams(fields as Record<string, string>) };
}

export const titleOf = ({ route, call = route, what, method = "GET" }: Row) =>
  `${method} ${call}${what ? `: ${what}` : ""}`;

export const isRead = ({ method = "GET" }: Row) => method === "GET";
