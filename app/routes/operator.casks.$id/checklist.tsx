import { caskPageTexts as texts } from "~/content/console-cask-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { askedOf, type AskedEvidence } from "~/areas/casks/asked-evidence";
import type { CaskPage } from "~/areas/console/cask-page";
import { Icon } from "~/ui/icon";

type Check = { label: string; done: boolean; blocks?: boolean };

/** What is still missing before an investor should see the cask. What makes buying impossible stands in the way, and what the settings ask for. */
export function Checklist({ page }: { page: CaskPage }) {
  const { cask } = page;
  const { stakes } = texts.checks;
  const price = formatUsd(cask.costPerStakeCents);
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.checklist}</h2>
      <ul className="divide-y divide-peat-30 border-y border-peat-30">
        {checksOf(page).map(({ label, done, blocks = false }) => (
          <li key={label} className="flex gap-2 py-2">
            <Icon
              name={done ? "check" : "alert"}
              className={done ? "text-moss" : blocks ? "text-brick" : "text-amber"}
            />
            <span>
              <span className="sr-only">{done ? texts.done : blocks ? texts.blocks : texts.missing} </span>
              {label}
            </span>
          </li>
        ))}
      </ul>
      <p className="figures mt-2 text-peat-60">
        {stakes(cask.totalStakes, price, formatUsd(cask.totalStakes * cask.costPerStakeCents))}
      </p>
    </div>
  );
}

function checksOf({ cask, documents, missing, today }: CaskPage): Check[] {
  const { checks } = texts;
  const asked = (name: AskedEvidence) => ({ blocks: askedOf(missing).includes(name) });
  const kept = (kind: CaskPage["documents"][number]["kind"]) =>
    documents.some((one) => one.kind === kind && !one.replaced && (one.expiresOn === null || one.expiresOn >= today));
  return [
    { label: checks.closes(formatDate(cask.closesOn)), done: cask.closesOn >= today, blocks: true },
    { label: checks.abv, done: cask.abvTenths !== null },
    { label: checks.cask_number, done: cask.caskNumber !== null, ...asked("cask-number") },
    { label: checks.fill_date, done: cask.filledOn !== null },
    { label: checks.storage, done: cask.storagePaidUntil !== null && cask.storagePaidUntil > cask.closesOn },
    { label: checks.ownership, done: kept("delivery-order"), ...asked("delivery-order") },
    { label: checks.warehouse, done: kept("warehouse-confirmation"), ...asked("warehouse-confirmation") },
    { label: checks.insurance, done: kept("insurance"), ...asked("insurance") },
  ];
}
