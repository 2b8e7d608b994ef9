import { Button } from "../button";

/** @param runId chosen by the page, so that a second tap makes no second run */
export function MakeRun({ runId }: { runId: string }) {
  return (
    <form
      method="post"
      action="/operator/payout-file"
      className="flex flex-col gap-x-8 gap-y-2 border-l-4 border-peat-30 pl-3 lg:flex-row lg:items-center lg:justify-between"
    >
      <input type="hidden" name="run" value={runId} />
      <p className="max-w-160 text-peat-60">
        A payout run is a file for the bank with everything you may pay on your own right now. From then on those
        requests are with the bank: no one can cancel them, and no other run includes them.
      </p>
      <div className="shrink-0">
        <Button look="secondary" wide={false}>
          Make a payout run
        </Button>
      </div>
    </form>
  );
}
