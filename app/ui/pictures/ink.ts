/** Pictures add no class to the stylesheet of pages that have none. */
export const ink = {
  paper: "var(--color-paper)",
  barley: "var(--color-barley)",
  peat: "var(--color-peat)",
  peat60: "var(--color-peat-60)",
  peat45: "var(--color-peat-45)",
  peat30: "var(--color-peat-30)",
  copper: "var(--color-copper)",
  copper40: "var(--color-copper-40)",
  copperSoft: "var(--color-copper-soft)",
  moss: "var(--color-moss)",
  mossSoft: "var(--color-moss-soft)",
  brick: "var(--color-brick)",
  brickSoft: "var(--color-brick-soft)",
} as const;
