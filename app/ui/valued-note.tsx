import { valuedLine } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import type { Valued } from "~/domain/returns";

export function ValuedNote({ valued, more }: { valued: Valued; more?: string }) {
  if (!valued) return null;
  const line = valuedLine({ date: formatDate(valued.valuedOn), tier: valued.tier });
  return <p className="text-xs text-peat-60">{more ? `${line} ${more}` : line}</p>;
}
