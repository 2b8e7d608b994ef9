import { refundReasons, type RefundReason } from "~/content/payments";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { ResultHead } from "~/ui/result-head";

export function Refund({ amountCents, done, reason }: { amountCents: number; done: boolean; reason: RefundReason }) {
  return (
    <>
      <ResultHead
        look={done ? "gain" : "waiting"}
        title={done ? "Your money is refunded" : "Your money is on its way back"}
      >
        {refundReasons[reason]}
      </ResultHead>
      <div className="rounded-md border border-peat-30 p-4">
        <DefinitionRows
          rows={[
            { label: "Refund", value: <Money cents={amountCents} /> },
            { label: "State", value: done ? "Refunded" : "In progress" },
            { label: "Where it goes", value: "The card or address you paid from" },
          ]}
        />
      </div>
      <p className="text-sm text-peat-60">You need not do anything. Banks usually show a refund within 5 to 10 days.</p>
      <ButtonLink href="/invest">Continue</ButtonLink>
    </>
  );
}
