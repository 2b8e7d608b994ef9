import { caskTexts } from "~/content/casks";
import { Icon } from "./icon";

// A fixed number of made-up characters stands in for the value: nothing about the real value is in the page.
const GLYPHS = { short: "000", date: "00 Xxx 0000", money: "$000.00" } as const;

export function Locked({ stands = "short", word = false }: { stands?: keyof typeof GLYPHS; word?: boolean }) {
  if (word) {
    return (
      <span className="inline-flex items-baseline gap-1 text-peat-60">
        <Icon name="lock" size={16} className="self-center" />
        {caskTexts.locked}
      </span>
    );
  }
  return (
    <>
      <span className="sr-only">{caskTexts.locked}</span>
      <span aria-hidden="true" className="figures inline-block text-peat-60 blur-[4px] select-none">
        {GLYPHS[stands]}
      </span>
    </>
  );
}
