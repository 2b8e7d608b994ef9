import { payoutTexts as texts } from "~/content/console-payout-texts";
import { Button } from "../button";

/** Makes a file for the bank. @param runId chosen by the page, so that a second tap makes no second run */
export function MakeRun({ runId }: { runId: string }) {
  return (
    <form
      method="post"
      action="/operator/payout-file"
      className="flex max-w-120 flex-col gap-2 border-l-4 border-peat-30 pl-3"
    >
      <input type="hidden" name="run" value={runId} />
      <p className="text-peat-60">{texts.lead}</p>
      <div>
        <Button look="secondary" wide={false}>
          {texts.make}
        </Button>
      </div>
    </form>
  );
}
