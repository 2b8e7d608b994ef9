import type { CaskPage } from "~/areas/console/cask-page";
import { caskPageTexts as texts } from "~/content/console-cask-texts";
import { caskFieldNames as names } from "~/content/operator-cask-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { CaskForm } from "~/ui/console/cask-form";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { Icon } from "~/ui/icon";
import type { PartProps } from "./action";

type Check = { label: string; done: boolean; blocks?: boolean };

function Checklist({ page }: { page: CaskPage }) {
  const { cask } = page;
  const price = formatUsd(cask.costPerStakeCents);
  return (
    <div>
      <h2 className="mb-1 font-semibold">Before it is published</h2>
      <ul className="divide-y divide-peat-30 border-y border-peat-30">
        {checksOf(page).map(({ label, done, blocks = false }) => (
          <li key={label} className="flex gap-2 py-2">
            <Icon
              name={done ? "check" : "alert"}
              className={done ? "text-moss" : blocks ? "text-brick" : "text-amber"}
            />
            <span>
              <span className="sr-only">{done ? "done:" : blocks ? "must be changed first:" : "missing:"} </span>
              {label}
            </span>
          </li>
        ))}
      </ul>
      <p className="figures mt-2 text-peat-60">
        {`${cask.totalStakes} stakes at ${price}: ${formatUsd(cask.totalStakes * cask.costPerStakeCents)} in all`}
      </p>
    </div>
  );
}

function checksOf({ cask, documents, today }: CaskPage): Check[] {
  const kept = (kind: CaskPage["documents"][number]["kind"]) =>
    documents.some((one) => one.kind === kind && !one.replaced && (one.expiresOn === null || one.expiresOn >= today));
  return [
    {
      label: `It can still be bought: it closes ${formatDate(cask.closesOn)}`,
      done: cask.closesOn >= today,
      blocks: true,
    },
    { label: "What we paid for it is told", done: cask.boughtForCents !== null },
    { label: "ABV is stated", done: cask.abvTenths !== null },
    { label: "The cask number is stated", done: cask.caskNumber !== null },
    { label: "The fill date is stated", done: cask.filledOn !== null },
    {
      label: "Storage is paid beyond the close date",
      done: cask.storagePaidUntil !== null && cask.storagePaidUntil > cask.closesOn,
    },
    { label: "A delivery order is on file", done: kept("delivery-order") },
    { label: "The warehouse has confirmed it", done: kept("warehouse-confirmation") },
    { label: "It is insured, by a document that has not expired", done: kept("insurance") },
  ];
}

export function TermsPart({ page, mayChange, refused, errors }: PartProps) {
  const { cask, values, fixed } = page;
  const typed = refused?.view === "cask" ? refused.typed : {};
  const isConflict = refused?.message === texts.changedMeanwhile;
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <CaskForm
        values={{ ...values, ...typed }}
        errors={isConflict ? differing(values, typed) : errors}
        fixed={fixed}
        hidden={{ version: typed.version ?? String(cask.version) }}
        mayChange={mayChange}
        save="Save"
      />
      <div className="flex flex-col gap-5 max-lg:-order-1">
        <Publication page={page} mayChange={mayChange} />
      </div>
    </div>
  );
}

const CASK_FIELDS = Object.keys(names) as (keyof typeof names)[];

/** The changes that another operator has saved since. A browser sends each line with an end of its own. */
function differing(values: PartProps["page"]["values"], typed: Record<string, string>): Record<string, string> {
  const plain = (text: string) => text.replace(/\r\n?/g, "\n").trim();
  return Object.fromEntries(
    CASK_FIELDS.filter((name) => plain(typed[name] ?? values[name]) !== plain(values[name])).map((name) => [
      name,
      texts.savedMeanwhile(names[name], values[name]),
    ]),
  );
}

type PublicationProps = Pick<PartProps, "page" | "mayChange">;

function Publication({ page, mayChange }: PublicationProps) {
  const { cask, standing, today } = page;
  if (cask.endedOn !== null)
    return <p>{`It was sold on ${formatDate(cask.endedOn)}. Its terms and its value no longer change.`}</p>;
  if (standing === "published") {
    const isTaken = cask.soldStakes + cask.reservedStakes > 0;
    return (
      <>
        {isTaken && (
          <p className="text-peat-60">
            A stake is sold or reserved, so it stays published. To end its sale at once, set the close date to
            yesterday.
          </p>
        )}
        {!isTaken && mayChange && <StateForm intent="withdraw" version={cask.version} />}
      </>
    );
  }
  const price = formatUsd(cask.costPerStakeCents);
  return (
    <>
      <Checklist page={page} />
      <Effects title="What publishing does" effects={texts.publishEffects(price)} />
      {mayChange && cask.closesOn >= today && <StateForm intent="publish" version={cask.version} again={cask.issued} />}
    </>
  );
}

const STATE_WORDS = { publish: "Publish", withdraw: "Withdraw from sale" };
type StateProps = { intent: keyof typeof STATE_WORDS; version: number; again?: boolean };

/** Another operator's changes since are not published unseen. */
function StateForm({ intent, version, again = false }: StateProps) {
  return (
    <ConsoleForm
      intent={intent}
      hidden={{ version }}
      button={again ? "Publish again" : STATE_WORDS[intent]}
      look={intent === "publish" ? "primary" : "danger"}
    />
  );
}
