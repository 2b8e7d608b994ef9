const paths = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  check: "M4.5 12.5l5 5 10-11",
  alert: "M12 7v6m0 3.5v.5M12 3a9 9 0 100 18 9 9 0 000-18z",
  clock: "M12 7v5l3.5 2M12 3a9 9 0 100 18 9 9 0 000-18z",
  lock: "M7 11V8a5 5 0 0110 0v3M5 11h14v9H5z",
  document: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  cask: "M7 3h10c2.7 5.5 2.7 12.5 0 18H7C4.3 15.5 4.3 8.5 7 3zM5.4 8.500h13.200M5.4 15.500h13.2",
  holdings: "M4 7h16v12H4zM4 7l11-3v3M15 13h5",
  settings: "M4 8h9m5 0h2M4 16h2m5 0h9M15.5 5.500v5M8.5 13.500v5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  card: "M3 6h18v12H3zM3 10h18M6 15h4",
  coin: "M12 3a9 9 0 100 18 9 9 0 000-18zM8.5 9h7M12 9v7",
  share: "M12 15V4m-4 4l4-4 4 4M5 13v7h14v-7",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 20, className = "" }: { name: IconName; size?: 16 | 20 | 24; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={paths[name]} />
    </svg>
  );
}
