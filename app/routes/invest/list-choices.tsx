import { Link } from "@remix-run/react";
import { kindNames } from "~/content/casks";
import { investTexts as texts } from "~/content/invest-texts";
import { investHref, type ShownList } from "~/ui/list-href";

type Choice = { label: string; to: ShownList; chosen: boolean };

function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <li key={choice.label}>
          <Link
            to={investHref(choice.to)}
            aria-current={choice.chosen ? "true" : undefined}
            className={`inline-flex min-h-11 min-w-11 items-center justify-center rounded-md border px-3 text-sm font-semibold ${choice.chosen ? "border-peat bg-peat text-paper forced-colors:underline" : "border-peat-30 hover:bg-barley"}`}
          >
            {choice.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Links, so that the address says what is shown. Only viewers who see prices can sort by them. */
export function ListChoices({ list, activated }: { list: ShownList; activated: boolean }) {
  const kinds = ([null, "whisky", "wine", "rum"] as const).map((kind) => ({
    label: kind ? kindNames[kind] : texts.allKinds,
    to: { ...list, kind },
    chosen: kind === list.kind,
  }));
  const sorts = (["closing", "price"] as const).map((sort) => ({
    label: texts.sorts[sort],
    to: { ...list, sort },
    chosen: sort === list.sort,
  }));
  return (
    <nav aria-label={texts.choices} className="flex flex-col gap-2">
      <Choices label={texts.kindLabel} choices={kinds} />
      {activated && <Choices label={texts.sortLabel} choices={sorts} />}
    </nav>
  );
}
