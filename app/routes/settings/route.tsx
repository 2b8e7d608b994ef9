import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { messages } from "~/content/messages";
import { described, pageTitles } from "~/content/page-titles";
import { readSettings } from "~/areas/accounts/profile/read-settings";
import { settingsView } from "~/areas/accounts/profile/settings-view";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { takeToast } from "~/server/toast";
import { Toast } from "~/ui/toast";
import { SettingsScreen } from "./screen";

export const handle: PageHandle = { investor: "account" };

export const meta: MetaFunction = () => described(pageTitles.settings);

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const [page, message] = await Promise.all([read(args), takeToast(context.config, request)]);
  const headers = new Headers();
  if (message) headers.append("Set-Cookie", message.clear);
  return json({ ...page, toast: message?.toast ?? null }, { status: page.alert ? 500 : 200, headers });
}

async function read(args: LoaderFunctionArgs) {
  const { log, requestId } = args.context;
  try {
    return { ...(await readSettings(args.context, await requireSession(args))), alert: null };
  } catch (error) {
    if (error instanceof Response) throw error;
    // No confirmed session here: the page stays empty, and signing out still works.
    log("settings-not-read", { requestId, error: error instanceof Error ? error.name : "unknown" });
    return {
      activated: false,
      ...settingsView(undefined, undefined),
      closesFromMs: null,
      alert: messages.userFetchError,
    };
  }
}

export default function Settings() {
  const { toast, ...page } = useLoaderData<typeof loader>();
  return (
    <>
      <Toast toast={toast} />
      <SettingsScreen {...page} />
    </>
  );
}
