import { watchTexts as texts } from "~/content/watch-texts";
import { Button } from "./button";
import { Icon } from "./icon";
import type { ShownList } from "./list-href";

type Watched = { id: string; name: string; watched: boolean };

/** Says what it does, not 'the other way round': a second tap changes nothing. */
function Fields({ cask, list }: { cask: Watched; list?: ShownList }) {
  return (
    <>
      <input type="hidden" name="cask" value={cask.id} />
      <input type="hidden" name="intent" value={cask.watched ? "unwatch" : "watch"} />
      {list && <input type="hidden" name="from" value="list" />}
      {list?.kind && <input type="hidden" name="kind" value={list.kind} />}
      {list?.sort === "price" && <input type="hidden" name="sort" value={list.sort} />}
    </>
  );
}

/** On a card: a bell. */
export function WatchBell({ cask, list }: { cask: Watched; list: ShownList }) {
  return (
    <form method="post" action="/watch" className="-mt-2 -mr-2 shrink-0">
      <Fields cask={cask} list={list} />
      <button
        type="submit"
        aria-label={texts.bell(cask.name, cask.watched)}
        className={`flex size-11 items-center justify-center rounded-md hover:bg-barley ${cask.watched ? "text-copper [&_path]:fill-copper" : "text-peat-60"}`}
      >
        <Icon name="bell" size={24} />
      </button>
    </form>
  );
}

/** On the cask's own page. */
export function WatchButton({ cask, opens }: { cask: Watched; opens: boolean }) {
  return (
    <form method="post" action="/watch" id="watch">
      <Fields cask={cask} />
      <Button look="secondary" aria-describedby="watch-hint">
        <Icon name="bell" />
        {cask.watched ? texts.unwatch : texts.watch}
      </Button>
      <p id="watch-hint" className="mt-1 text-sm text-peat-60">
        {opens ? texts.hint : texts.hintOpen}
      </p>
    </form>
  );
}
