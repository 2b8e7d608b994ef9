import { Page } from "~/ui/page";
import { WithdrawDialog, type WithdrawDialogProps } from "~/ui/withdraw-dialog";

/** The form for the return of this stake, as a page of its own. */
export function WithdrawScreen({ view, activated }: { view: WithdrawDialogProps; activated: boolean }) {
  return (
    <Page top={{ back: { href: view.hrefs.back } }} tabs={{ current: "holdings", activated }}>
      <WithdrawDialog view={view} />
    </Page>
  );
}
