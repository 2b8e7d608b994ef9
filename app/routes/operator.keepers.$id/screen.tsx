import type { ReactNode } from "react";
import { sectionHref } from "~/content/console-sections";
import { keeperConsoleTexts as texts } from "~/content/keeper-texts";
import { proposalTexts } from "~/content/proposal-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import type { ShownStatement } from "~/domain/keepers/examine-statement";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { Button } from "~/ui/button";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { KeeperKeyForm } from "~/ui/console/keeper-key-form";
import { ProposalCard } from "~/ui/console/proposal-card";
import { consoleLink } from "~/ui/console/subject-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { StatementForm, StatementShown } from "~/ui/keeper-statement";
import { RiskNote } from "~/ui/risk-note";

type SeenKeeper = {
  warehouse: string;
  name: string | null;
  email: string | null;
  link: string | null;
  keys: { publicKey: string; registeredAtMs: number; retiredAtMs: number | null }[];
  handedIn: { id: string; statedOn: string; receivedAtMs: number; casks: number; findings: number }[];
};

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  viewerId: string;
  id: string;
  isAlone: boolean;
  proposal: (ShownProposal & { publicKey: string; warehouse: string }) | null;
  taken: ShownStatement | null;
  keeper: SeenKeeper | null;
  answer: {
    message: string | null;
    errors: Record<string, string>;
    typed: Record<string, string>;
    shown: ShownStatement | null;
  } | null;
};

export function KeeperAdminScreen({ frame, viewerId, id, isAlone, proposal, taken, keeper, answer }: Props) {
  const { mayChange } = frame;
  const errors = answer?.errors ?? {};
  const typed = answer?.typed ?? {};
  const place = `${sectionHref("keepers")}/${id}`;
  return (
    <ConsolePage {...frame} title={id}>
      {keeper && <p className="text-peat-60">{[keeper.name, keeper.warehouse].filter(Boolean).join(" · ")}</p>}
      <ErrorSummary
        message={answer?.message ?? null}
        errors={Object.entries(errors).map(([name, message]) => ({ name, message }))}
      />
      {isAlone && <RiskNote>{proposalTexts.onlyOne}</RiskNote>}
      {proposal && (
        <div className="max-w-160">
          <ProposalCard
            proposal={proposal}
            viewerId={viewerId}
            mayChange={mayChange}
            seen={{ warehouse: proposal.warehouse, public_key: proposal.publicKey }}
          />
        </div>
      )}
      {answer?.shown ? (
        <div className="max-w-160">
          <StatementShown statement={answer.shown} text={typed.text ?? ""} back={place} />
        </div>
      ) : (
        <>
          {taken && !answer && (
            <div className="max-w-160">
              <StatementShown statement={taken} text={null} back={place} />
            </div>
          )}
          {keeper && <Known id={id} keeper={keeper} mayChange={mayChange} errors={errors} typed={typed} />}
        </>
      )}
      <a href={sectionHref("keepers")} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
        {texts.all}
      </a>
    </ConsolePage>
  );
}

type KnownProps = {
  id: string;
  keeper: SeenKeeper;
  mayChange: boolean;
  errors: Record<string, string>;
  typed: Record<string, string>;
};

function Known({ id, keeper, mayChange, errors, typed }: KnownProps) {
  return (
    <>
      <HandedIn keeper={keeper} place={`${sectionHref("keepers")}/${id}`} />
      <Keys keeper={keeper} />
      {mayChange && (
        <>
          <Part title={texts.handIn} lead={texts.handInLead}>
            <StatementForm typed={typed.text ?? ""} error={errors.text} />
          </Part>
          <Part title={texts.contact}>
            <form method="post" noValidate className="flex max-w-md flex-col gap-3">
              <Field
                name="email"
                type="email"
                label={texts.contact}
                hint={texts.contactHint}
                error={errors.email}
                startHere={errors.email !== undefined}
                maxLength={200}
                autoComplete="off"
                defaultValue={typed.email ?? keeper.email ?? ""}
              />
              <Button name="intent" value="contact" look="secondary">
                {texts.saveContact}
              </Button>
            </form>
          </Part>
          <Part title={texts.link} lead={texts.linkHint}>
            <p className="font-mono text-xs break-all">{keeper.link}</p>
          </Part>
          <Part title={texts.replace} lead={texts.replaceLead}>
            <KeeperKeyForm fixed={{ keeper: id, warehouse: keeper.warehouse }} typed={typed} errors={errors} />
          </Part>
        </>
      )}
    </>
  );
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex max-w-160 flex-col gap-3">
      <h2 className="text-base font-semibold">{title}</h2>
      {lead && <p className="text-peat-60">{lead}</p>}
      {children}
    </section>
  );
}

function Keys({ keeper: { keys } }: { keeper: SeenKeeper }) {
  return (
    <Part title={texts.keys}>
      <ul className="divide-y divide-peat-30 border-y border-peat-30">
        {keys.map(({ publicKey, registeredAtMs, retiredAtMs }) => (
          <li key={publicKey} className="py-2">
            <p className="font-mono text-xs break-all">{publicKey}</p>
            <p className="text-peat-60">
              {texts.registeredOn(formatInstant(registeredAtMs))} ·{" "}
              {retiredAtMs === null ? texts.good : texts.retiredOn(formatInstant(retiredAtMs))}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function HandedIn({ keeper: { handedIn }, place }: { keeper: SeenKeeper; place: string }) {
  return (
    <Part title={texts.handedIn}>
      {handedIn.length === 0 && <p className="text-peat-60">{texts.none}</p>}
      <ul className="divide-y divide-peat-30">
        {handedIn.map(({ id, statedOn, casks, findings }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <a href={`${place}?statement=${id}`} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
              {formatDate(statedOn)}
            </a>
            <span className="text-peat-60">{texts.statement(casks, findings)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
