const signs = {
  audited: <path d="M12 13v14M17 13v14M22 13v14M27 13v14M9 25l21-10" />,
  verified: (
    <>
      <circle cx="20" cy="20" r="9" stroke="none" className="fill-copper" />
      <path d="M16 20.500l3 3 5.500-6.500" className="stroke-paper" />
    </>
  ),
  secured: (
    <>
      <path d="M16 19v-4a4 4 0 018 0v4" />
      <path d="M13 19h14v9H13z" className="fill-copper" />
    </>
  ),
} as const;

export type BadgeSign = keyof typeof signs;

export function HeadBadge({ sign }: { sign: BadgeSign }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 40 40"
      width="40"
      height="40"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-peat"
    >
      <circle cx="20" cy="20" r="18" className="fill-copper-soft" />
      {signs[sign]}
    </svg>
  );
}
