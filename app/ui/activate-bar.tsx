import { caskTexts } from "~/content/casks";
import { formatUsd } from "~/domain/money";
import { ACTIVATE_HREF } from "./cask-display";
import { Icon } from "./icon";

export function ActivateBar({ feeCents }: { feeCents: number }) {
  return (
    <section aria-label={caskTexts.activation}>
      <a
        href={ACTIVATE_HREF}
        className="bleed-copper flex min-h-12 items-center justify-between gap-3 bg-copper px-4 py-2 font-semibold text-paper -outline-offset-4 hover:bg-copper-deep hover:bleed-copper-deep focus-visible:outline-paper"
      >
        <span>{caskTexts.activate(formatUsd(feeCents))}</span>
        <Icon name="forward" />
      </a>
    </section>
  );
}
