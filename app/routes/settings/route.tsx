import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readSettings, settingsView } from "~/areas/accounts/profile/read-settings";
import { legalLinks } from "~/content/company";
import { WAYS_OUT_PATH } from "~/content/page-paths";
import { described } from "~/content/page-meta";
import { waysOutPage } from "~/content/ways-out-texts";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { takeToast } from "~/server/toast";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Icon } from "~/ui/icon";
import { Logo } from "~/ui/logo";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Toast } from "~/ui/toast";
import { BankCard, PersonalCard } from "./cards";

const WAYS = [
  { href: "/statements", label: "Statements" },
  { href: "/my-data", label: "Download my data" },
  { href: WAYS_OUT_PATH, label: waysOutPage.title },
  { href: "/notices", label: "Notifications" },
];

function Rows({ links }: { links: readonly { href: string; label: string }[] }) {
  return links.map((item) => (
    <li key={item.href}>
      <a href={item.href} className="flex min-h-12 items-center justify-between gap-3 hover:text-copper">
        {item.label}
        <Icon name="forward" size={16} className="text-copper" />
      </a>
    </li>
  ));
}

function Help() {
  return (
    <Panel title="Help and legal">
      <ul className="-mt-2 -mb-3 divide-y divide-peat-30">
        <Rows links={legalLinks} />
      </ul>
    </Panel>
  );
}

function Account() {
  return (
    <Panel title="Account">
      <ul className="-mt-2 -mb-3 divide-y divide-peat-30">
        <Rows links={WAYS} />
        <li className="pb-3">
          <form method="post" action="/logout">
            <input type="hidden" name="intent" value="everywhere" />
            <div className="-ml-4">
              <Button look="quiet" wide={false} aria-describedby="everywhere-hint">
                Log out everywhere
              </Button>
            </div>
            <p id="everywhere-hint" className="text-sm text-peat-60">
              On all devices, and in all apps that use your account.
            </p>
          </form>
        </li>
        <Rows links={[{ href: "/close-account", label: "Close account" }]} />
      </ul>
    </Panel>
  );
}

export const handle: PageHandle = { investor: "account" };

export const meta = () => described("Settings");

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
    // No confirmed session here: the page stays empty, and logging out still works.
    log("settings-not-read", { requestId, error: error instanceof Error ? error.name : "unknown" });
    return { activated: false, ...settingsView(undefined, undefined), alert: "Error fetching user data" };
  }
}

export default function Settings() {
  const { toast, activated, personal, bank, alert } = useLoaderData<typeof loader>();
  return (
    <>
      <Toast toast={toast} />
      <Page tabs={{ current: "settings", activated }}>
        <div className="-mt-2 -mb-3 flex min-h-14 flex-wrap items-center justify-between">
          <Logo />
          <form method="post" action="/logout" className="-mr-4">
            <Button look="quiet" wide={false}>
              Logout
            </Button>
          </form>
        </div>
        <h1 className="sr-only">Settings</h1>
        <ErrorSummary message={alert} />
        <PersonalCard personal={personal} />
        <BankCard bank={bank} />
        <Account />
        <Help />
      </Page>
    </>
  );
}
