import { tokenBadges, tokenRules, TOKENS_SHOWN_WITHOUT_BALANCE } from "~/content/wallet";
import { tokenPanelTexts as texts } from "~/content/wallet-texts";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import { LedgerList } from "~/ui/ledger-list";
import { TokenBadge } from "./token-badge";
import type { TokensView } from "./wallet-view";

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
      <Panel title={texts.how}>
        <DefinitionRows rows={tokenRules.map((rule) => ({ label: rule.text, value: `+${countText(rule.tokens)}` }))} />
        <p className="mt-3 text-sm text-peat-60">{texts.notMoney}</p>
      </Panel>
      {view.earned.length > 0 && (
        <Panel title={texts.earned}>
          <LedgerList
            entries={view.earned.map((entry) => ({
              id: entry.id,
              name: entry.text,
              date: entry.date,
              amount: null,
              aside: (
                <span className="figures text-base font-semibold">
                  {entry.tokens < 0 ? "\u2212" : "+"}
                  {countText(Math.abs(entry.tokens))}
                </span>
              ),
            }))}
          />
        </Panel>
      )}
    </>
  );
}
