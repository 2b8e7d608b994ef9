import { VERIFY_PATH } from "~/content/page-paths";
import { witnessTexts as texts } from "~/content/witness-texts";
import { Fold } from "~/ui/fold";

/** Who signed the newest checkpoint beside us, and when; in the order in which it is published. */
export type ShownCosigners = { size: number; witnesses: readonly { name: string; atMs: number }[] };

export function CosignersPanel({ cosigners }: { cosigners: ShownCosigners | null }) {
  if (!cosigners) return null;
  const { size, witnesses } = cosigners;
  return (
    <Fold title={texts.title} id="witnesses">
      <p className="text-sm text-peat-60">{texts.text(size)}</p>
      {witnesses.length === 0 ? (
        <p className="mt-2 text-sm">{texts.none}</p>
      ) : (
        <ul className="my-2 divide-y divide-peat-30">
          {witnesses.map(({ name, atMs }) => (
            <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 text-sm">
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
              <span className="figures text-peat-60">{texts.signed(atMs)}</span>
            </li>
          ))}
        </ul>
      )}
      <a
        href={`${VERIFY_PATH}#witness`}
        className="inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
      >
        {texts.how}
      </a>
    </Fold>
  );
}
