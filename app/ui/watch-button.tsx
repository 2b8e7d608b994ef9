import { watchTexts as texts } from "~/content/watch-texts";
import { Icon } from "./icon";
import type { ShownList } from "./list-href";

type Watched = { id: string; name: string; watched: boolean };

/** A bell, on a card or on top of the cask's page. It says what it does, not 'the other way round': a second tap changes nothing. */
export function WatchBell({ cask, list }: { cask: Watched; list?: ShownList }) {
  return (
    <form method="post" action="/watch" id={list ? undefined : "watch"} className={list ? "-mt-2 -mr-2 shrink-0" : ""}>
      <input type="hidden" name="cask" value={cask.id} />
      <input type="hidden" name="intent" value={cask.watched ? "unwatch" : "watch"} />
      {list && <input type="hidden" name="from" value="list" />}
      {list?.kind && <input type="hidden" name="kind" value={list.kind} />}
      {list?.sort === "price" && <input type="hidden" name="sort" value={list.sort} />}
      <button
        type="submit"
        aria-label={texts.bell(cask.name, cask.watched)}
        data-other={texts.bell(cask.name, !cask.watched)}
        data-on={cask.watched ? "" : undefined}
        className="flex size-11 items-center justify-center rounded-md text-peat-60 hover:bg-barley data-on:text-copper data-on:[&_path]:fill-copper"
      >
        <Icon name="bell" size={24} />
      </button>
    </form>
  );
}
