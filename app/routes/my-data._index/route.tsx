import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { myDataTexts as texts } from "~/content/profile-texts";
import { described } from "~/content/page-meta";
import { readSignedIn } from "~/core/session/read-signed-in";
import { requireSession } from "~/server/session/page-session";
import { Button } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { BulletList } from "~/ui/steps";

export const meta = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await readSignedIn(await requireSession(args));
  if (!viewer.fresh) throw redirect("/confirm-code?to=/my-data");
  return json({});
}

export default function MyData() {
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead="One file with everything we keep about you. You have a legal right to it.">
        {texts.title}
      </PageTitle>
      <Panel title="What is in it">
        <BulletList items={texts.contains} />
      </Panel>
      <Panel title="What is not in it">
        <BulletList items={texts.not} />
      </Panel>
      <form method="post" action="/my-data/archive" className="flex flex-col gap-2">
        <Button>Get the file (JSON)</Button>
        <p className="text-center text-sm text-peat-60">
          It holds your account number and address. Keep it where only you can open it.
        </p>
      </form>
    </Page>
  );
}
