// Copperx's API: bearer key, JSON both ways, errors worded as NestJS does.
import type { Deps } from "../deps";
import { bearer, json, readJson } from "../http";
import { faultMessages, sessionBody } from "./session-body";
import { createCopperxSession, currentCopperx, findCopperxSession } from "./sessions";

const NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

export function failCopperx(status: number, message: string | string[] = "The sandbox was asked to fail."): Response {
  return json({ statusCode: status, message, error: NAMES[status] ?? "Error" }, status);
}

export async function handleCopperx(request: Request, deps: Deps): Promise<Response> {
  if (bearer(request) !== deps.config.copperxApiKey) return failCopperx(401, "Unauthorized");
  const url = new URL(request.url);
  const path = /^\/api\/v1\/checkout\/sessions(?:\/([^/]+))?$/.exec(url.pathname);
  if (!path) return failCopperx(404, `Cannot ${request.method} ${url.pathname}`);
  const id = path[1];
  if (request.method === "POST" && id === undefined) return create(request, deps);
  if (request.method === "GET") return id === undefined ? list(url, deps) : read(deps, id);
  return failCopperx(404, `Cannot ${request.method} ${url.pathname}`);
}

async function create(request: Request, deps: Deps): Promise<Response> {
  if (!(request.headers.get("content-type") ?? "").startsWith("application/json")) {
    return failCopperx(400, "Content-Type must be application/json");
  }
  const parsed = sessionBody.safeParse(await readJson(request));
  if (!parsed.success) return failCopperx(400, faultMessages(parsed.error));
  const { expiresAt } = parsed.data;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= deps.nowMs()) {
    return failCopperx(400, ["expiresAt must be in the future"]);
  }
  return json(createCopperxSession(deps, parsed.data), 201);
}

function read(deps: Deps, id: string): Response {
  const session = findCopperxSession(deps, id);
  return session ? json(session) : failCopperx(404, "Checkout session not found");
}

function list(url: URL, deps: Deps): Response {
  const limit = Number(url.searchParams.get("limit") ?? "10");
  const page = Number(url.searchParams.get("page") ?? "1");
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return failCopperx(400, ["limit must be between 1 and 100"]);
  if (!Number.isInteger(page) || page < 1) return failCopperx(400, ["page must not be less than 1"]);
  const upToPage = deps.store.list("copperx.session", { limit: page * limit + 1 });
  const data = upToPage.slice((page - 1) * limit, page * limit).map((session) => currentCopperx(deps, session));
  return json({ object: "list", page, limit, count: data.length, hasMore: upToPage.length > page * limit, data });
}
