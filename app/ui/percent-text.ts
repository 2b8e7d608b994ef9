const twoDecimals = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function percentText(percent: number, signed = false): string {
  const sign = percent < 0 ? "\u2212" : signed && percent > 0 ? "+" : "";
  return `${sign}${twoDecimals.format(Math.abs(percent))}%`;
}
