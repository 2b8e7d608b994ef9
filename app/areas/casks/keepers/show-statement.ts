import type { ShownStatement } from "~/domain/keepers/examine-statement";
import type { Judged } from "./hand-in-statement";
import type { Keeper } from "./read-keeper";

type Stated = Pick<Judged, "id" | "signed" | "findings">;

/** What was understood: each line with the cask's name, and what will be asked about. */
export function showStatement({ id, signed, findings }: Stated, { casks }: Pick<Keeper, "casks">): ShownStatement {
  const { date, casks: stated } = signed.statement;
  const nameOf = (number: string) => {
    const own = casks.filter((cask) => cask.number === number);
    return own.length === 1 ? (own[0]?.name ?? null) : null;
  };
  return {
    ...{ date, id },
    lines: stated.map((line) => ({ ...line, name: nameOf(line.number) })),
    findings: findings.map((one) => ({ ...one, name: casks.find((cask) => cask.id === one.caskId)?.name ?? null })),
  };
}
