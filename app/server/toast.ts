import { type Cookie, createCookie } from "@remix-run/cloudflare";
import { toasts, type ToastName } from "~/content/toasts";
import type { AppConfig } from "./env";

// One message for the next page. The cookie holds only a name, so that nothing but our own texts can ever be shown.

type Config = Pick<AppConfig, "ENVIRONMENT">;

const SHOWN_WITHIN_S = 60;

function toastCookie(config: Config): Cookie {
  const secure = config.ENVIRONMENT === "production";
  return createCookie(secure ? "__Host-toast" : "toast", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    maxAge: SHOWN_WITHIN_S,
  });
}

export async function setToast(config: Config, name: ToastName): Promise<string> {
  return toastCookie(config).serialize(name);
}

export async function takeToast(config: Config, request: Request) {
  if (request.headers.get("Sec-Fetch-Dest") === "empty") return null;
  const name: unknown = await toastCookie(config).parse(request.headers.get("Cookie"));
  if (typeof name !== "string" || !Object.hasOwn(toasts, name)) return null;
  return { toast: toasts[name as ToastName], clear: await toastCookie(config).serialize("", { maxAge: 0 }) };
}
