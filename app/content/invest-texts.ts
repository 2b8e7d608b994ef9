import { type CaskFacts, kindNames } from "./casks";
import { litresOfAlcohol } from "./gauge-texts";

export const investTexts = {
  locked: "Prices, stakes left and dates show once your account is activated.",
  groups: {
    open: (count: number) => `Open now, ${count}`,
    upcoming: (count: number) => `Launching next, ${count}`,
    over: (count: number) => `Sold out or closed, ${count}`,
  },
  facts: ({ kind, vintageYear, loaLitres }: Omit<CaskFacts, "distillery">) =>
    [kindNames[kind], vintageYear, litresOfAlcohol(loaLitres)].filter((fact) => fact !== null).join(", "),
  kindLabel: "Which casks",
  allKinds: "All",
  noneOfKind: (kind: string) => `No ${kind.toLowerCase()} casks at the moment`,
  allCasks: "All casks",
} as const;
