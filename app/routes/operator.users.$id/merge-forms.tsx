import { sectionHref } from "~/content/console-sections";
import { mergerTexts as texts } from "~/content/merger-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { Merger, MergerPreview } from "~/areas/holdings/merging/read-merger";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { ProposalCard } from "~/ui/console/proposal-card";
import { cellLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { RiskNote } from "~/ui/risk-note";
import type { Refused } from "./act";

type CardProps = { proposal: ShownProposal; preview: MergerPreview | null; viewerId: string; mayChange: boolean };

/** The proposed merger, with what would move now; readers see that one is proposed. */
export function MergerCard({ proposal, preview, viewerId, mayChange }: CardProps) {
  return (
    <ProposalCard
      proposal={proposal}
      viewerId={viewerId}
      mayChange={mayChange}
      seen={{ change: "merger", merger: proposal.becomes }}
    >
      {preview && <PreviewRows preview={preview} />}
    </ProposalCard>
  );
}

function PreviewRows({ preview }: { preview: MergerPreview }) {
  const words = texts.preview;
  const { fromUserId, fullName, email, phone, watches, threads } = preview;
  return (
    <>
      <DefinitionRows
        tight
        rows={[
          { label: words.account, value: <AccountLink id={fromUserId} name={fullName} /> },
          { label: words.contact, value: <bdi>{[email, phone].filter(Boolean).join(", ")}</bdi> },
          { label: words.stakes, value: preview.stakes },
          { label: words.wallet, value: formatUsd(preview.walletCents) },
          { label: words.pending, value: formatUsd(preview.pendingCents) },
          { label: words.tokens, value: preview.tokens.toLocaleString("en") },
          { label: words.certificates, value: preview.certificates },
          ...(watches + threads === 0 ? [] : [{ label: words.others, value: words.alsoOf(watches, threads) }]),
        ]}
      />
      <p>{preview.mergesFromMs === null ? words.atOnce : words.from(preview.mergesFromMs)}</p>
      <p className="text-peat-60">{words.stays}</p>
    </>
  );
}

function AccountLink({ id, name }: { id: string; name: string | null }) {
  return (
    <a href={`${sectionHref("users")}/${id}`} className={cellLink}>
      <bdi>{texts.otherAccount(name, id)}</bdi>
    </a>
  );
}

type FormProps = {
  /** Of the account that was named; null: none was. */
  preview: MergerPreview | null;
  refused: Refused | null;
};

/** Names the other account, and then, once it has shown what would move, proposes it. */
export function MergeForms({ preview, refused }: FormProps) {
  const typed = ["find-account", "merge"].includes(refused?.typed.intent ?? "") ? refused : null;
  const isWrong = typed?.error === "other_account" || (typed?.error === "no-such-account" && preview === null);
  return (
    <Fold id="merging" title={texts.title} open={typed !== null || preview !== null}>
      <form method="post" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="find-account" />
        <p className="text-peat-60">{texts.lead}</p>
        <Field
          name="other_account"
          label={texts.other}
          hint={texts.otherHint}
          maxLength={120}
          autoComplete="off"
          defaultValue={typed?.typed.other_account ?? preview?.fromUserId ?? ""}
          error={isWrong && typed ? texts.errors[typed.error as "other_account"] : undefined}
          startHere={isWrong}
        />
        <Button look="secondary">{texts.find}</Button>
      </form>
      {preview && <ProposeForm preview={preview} refused={typed} />}
    </Fold>
  );
}

function ProposeForm({ preview, refused }: { preview: MergerPreview; refused: Refused | null }) {
  const { fullName, fromUserId, hinders, asksDocuments } = preview;
  const error = refused?.error === "merge_reason" ? texts.errors.merge_reason : undefined;
  return (
    <form method="post" noValidate className="mt-5 flex flex-col gap-4 border-t border-peat-30 pt-5">
      <h3 className="font-semibold wrap-anywhere">{texts.preview.title(texts.otherAccount(fullName, fromUserId))}</h3>
      <PreviewRows preview={preview} />
      {hinders !== null && <RiskNote>{texts.errors[hinders]}</RiskNote>}
      {hinders === null && (
        <>
          <input type="hidden" name="intent" value="merge" />
          <input type="hidden" name="other" value={fromUserId} />
          {asksDocuments && (
            <label className="flex min-h-11 items-start gap-2">
              <input type="checkbox" name="documents_seen" value="yes" className="mt-1 size-5 shrink-0" />
              {texts.documents}
            </label>
          )}
          <Field
            name="merge_reason"
            label={texts.reason}
            hint={texts.reasonHint}
            maxLength={200}
            autoComplete="off"
            defaultValue={refused?.typed.merge_reason ?? ""}
            error={error}
            startHere={error !== undefined}
          />
          <Effects title={texts.effectsTitle} effects={texts.effects} />
          <Button look="secondary">{texts.propose}</Button>
        </>
      )}
    </form>
  );
}

type ListProps = { mergers: Merger[]; userId: string; mayChange: boolean };

/** What was decided: what waits for its day, what was done and what was stopped, each with the other account. */
export function Mergers({ mergers, userId, mayChange }: ListProps) {
  return mergers.map((merger) => {
    const isHere = merger.intoUserId === userId;
    const other = <AccountLink id={isHere ? merger.fromUserId : merger.intoUserId} name={merger.otherName} />;
    const said = decided(merger, isHere);
    if (said !== null) {
      return (
        <p key={merger.id} className="wrap-anywhere">
          {said} {other}
        </p>
      );
    }
    if (merger.confirmedAtMs === null || merger.mergedAtMs !== null) return null;
    return (
      <section key={merger.id} className="flex flex-col gap-3 rounded-md bg-amber-soft p-4">
        <h2 className="font-semibold">{texts.confirmed.title}</h2>
        <p className="wrap-anywhere">
          {other} {isHere ? texts.here : texts.there}
        </p>
        <p>{texts.confirmed.text(merger.mergesFromMs)}</p>
        {mayChange && (
          <form method="post">
            <input type="hidden" name="intent" value="stop-merger" />
            <input type="hidden" name="merger" value={merger.id} />
            <Button look="danger">{texts.confirmed.stop}</Button>
          </form>
        )}
      </section>
    );
  });
}

function decided(merger: Merger, isHere: boolean): string | null {
  const day = (atMs: number) => formatDate(dateOf(atMs));
  if (merger.stoppedAtMs !== null) return texts.was.stopped(day(merger.stoppedAtMs));
  if (merger.mergedAtMs === null) return null;
  const { stakes, walletCents, pendingCents, tokens } = merger;
  const sums = {
    stakes: stakes ?? 0,
    walletCents: walletCents ?? 0,
    pendingCents: pendingCents ?? 0,
    tokens: tokens ?? 0,
  };
  return isHere ? texts.was.here(day(merger.mergedAtMs), sums) : texts.was.there(day(merger.mergedAtMs), sums);
}
