import { tokenBadges, tokenRules, TOKENS_SHOWN_WITHOUT_BALANCE, type TokenBadgeState } from "~/content/wallet-notes";
import { tokenPanelTexts as texts } from "~/content/wallet-texts";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import type { TokensView } from "./wallet-view";

const STAVES = "M28 12.5v71M38 9v78M48 8v80M58 9v78M68 12.5v71";

function TokenBadge({ state }: { state: TokenBadgeState }) {
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

function countText(tokens: number) {
  return tokens.toLocaleString("en-US");
}

export function TokensPanel({ view }: { view: TokensView }) {
  const badge = tokenBadges[view.badge];
  return (
    <>
      <section
        aria-label={texts.label}
        className="flex items-center justify-between gap-4 rounded-md bg-peat p-5 text-paper"
      >
        <div className="min-w-0">
          <p className="text-sm text-grain">{texts.label}</p>
          <p className="display text-2xl">{countText(view.count ?? TOKENS_SHOWN_WITHOUT_BALANCE)}</p>
          <p className="mt-2 font-semibold">{badge.name}</p>
          <p className="text-sm text-grain">{badge.text}</p>
        </div>
        <TokenBadge state={view.badge} />
      </section>
      {view.count === null && (
        <p role="status" className="text-sm text-peat-60">
          {texts.notRead}
        </p>
      )}
      <Panel title="How you earn tokens">
        <DefinitionRows rows={tokenRules.map((rule) => ({ label: rule.text, value: `+${countText(rule.tokens)}` }))} />
        <p className="mt-3 text-sm text-peat-60">Tokens are a reward. They are not money and cannot be sold.</p>
      </Panel>
    </>
  );
}
