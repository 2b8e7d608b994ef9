import { type CaskFacts, kindNames } from "./casks";
import { litresOfAlcohol } from "./gauge-texts";

export const investTexts = {
  groups: {
    open: (count: number) => `Open now, ${count}`,
    upcoming: (count: number) => `Launching next, ${count}`,
    over: (count: number) => `Sold out or closed, ${count}`,
  },
  facts: ({ kind, vintageYear, loaLitres }: Omit<CaskFacts, "distillery">) =>
    [kindNames[kind], vintageYear, litresOfAlcohol(loaLitres)].filter((fact) => fact !== null).join(", "),
  noneOfKind: (kind: string) => `No ${kind.toLowerCase()} casks at the moment`,
} as const;
