import { WAYS_OUT_PATH } from "~/content/page-paths";
import { waysOut, waysOutPage as texts } from "~/content/ways-out-texts";
import { TextLink } from "./text-link";

export function WaysOutList() {
  return (
    <>
      <p className="text-sm">{texts.short}</p>
      <ol className="divide-y divide-peat-30">
        {waysOut.map(({ id, title, short }) => (
          <li key={id} className="py-2">
            <strong className="font-semibold">{title}</strong>
            <p className="text-sm">{short}</p>
          </li>
        ))}
      </ol>
      <TextLink href={WAYS_OUT_PATH}>{texts.link}</TextLink>
    </>
  );
}
