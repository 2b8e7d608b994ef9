import { searchTexts as texts } from "~/content/console-search-texts";

/** On every page of the console; the key '/' leads to it. The browser is not to keep what was looked for. */
export function FindForm({ query = "" }: { query?: string }) {
  return (
    <form
      role="search"
      aria-label={texts.label}
      action="/operator/search"
      method="get"
      className="flex w-full gap-2 lg:w-72"
    >
      <input
        type="search"
        name="q"
        id="find"
        defaultValue={query}
        placeholder={texts.placeholder}
        aria-label={texts.label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        dir="auto"
        className="min-h-11 w-full min-w-0 rounded-sm border border-peat-45 bg-paper px-3 text-base placeholder:text-peat-60 lg:min-h-9 lg:text-sm"
      />
      <button className="min-h-11 shrink-0 rounded-sm border border-peat-45 px-3 font-semibold hover:bg-barley lg:min-h-9">
        {texts.find}
      </button>
    </form>
  );
}
