import type { TokenBadgeState } from "~/content/wallet";

const STAVES = "M28 12.5v71M38 9v78M48 8v80M58 9v78M68 12.5v71";

/** The head of a cask: dashed while locked, plain for members, filled and bunged for holders. */
export function TokenBadge({ state }: { state: TokenBadgeState }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" width="96" height="96" fill="none" className="shrink-0">
      <circle
        cx="48"
        cy="48"
        r="44"
        strokeWidth="4"
        strokeDasharray={state === "locked" ? "8 7" : undefined}
        className={`stroke-copper-soft ${state === "holder" ? "fill-copper" : ""}`}
      />
      {state !== "locked" && <path d={STAVES} strokeWidth="1.5" className="stroke-copper-soft" />}
      {state === "locked" && (
        <path
          d="M38 46v-6a10 10 0 0120 0v6M34 46h28v20H34z"
          strokeWidth="3"
          strokeLinejoin="round"
          className="stroke-copper-soft"
        />
      )}
      {state === "member" && <circle cx="48" cy="66" r="6" strokeWidth="3" className="fill-peat stroke-copper-soft" />}
      {state === "holder" && (
        <>
          <circle cx="48" cy="48" r="18" strokeWidth="3" className="fill-copper stroke-copper-soft" />
          <path
            d="M40 48.5l6 6 11-12"
            strokeWidth="4"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="stroke-paper"
          />
        </>
      )}
    </svg>
  );
}
