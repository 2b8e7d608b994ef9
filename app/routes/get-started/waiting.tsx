import { waitTexts } from "~/content/login-texts";
import { ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

/** The page looks again by itself when the time has come. */
export function Waiting({ mode, seconds, address }: { mode: string; seconds: number; address: string }) {
  return (
    <Page top={{ back: { href: `/get-started?mode=${mode}` } }}>
      <PageTitle lead={waitTexts.why}>{waitTexts.title}</PageTitle>
      <Panel title={waitTexts.when(seconds)} look="barley">
        <p className="text-sm">{waitTexts.what(address)}</p>
      </Panel>
      <ButtonLink href={`/get-started?mode=${mode}`} look="quiet">
        {waitTexts.other}
      </ButtonLink>
    </Page>
  );
}
