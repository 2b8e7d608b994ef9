import { WAYS_OUT_PATH } from "~/content/page-paths";
import { waysOut, waysOutPage as texts } from "~/content/ways-out-texts";

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
      <a
        href={WAYS_OUT_PATH}
        className="inline-flex min-h-11 items-center text-sm font-semibold text-copper underline underline-offset-4"
      >
        {texts.link}
      </a>
    </>
  );
}
