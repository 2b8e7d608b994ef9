import type { ReactNode } from "react";
import { withdrawalTexts } from "~/content/wallet";
import { withdrawDialogTexts as texts } from "~/content/wallet-texts";
import { LinkTabs } from "./link-tabs";

const METHODS = ["bank", "crypto"] as const;

type Method = (typeof METHODS)[number];

export type WithdrawTabsProps = {
  view: { method: Method; form: boolean; hrefs: { form: string } };
  bank: ReactNode;
};

/**
 * Where the money goes: an account, or one day a crypto wallet. Both are in the page, and a radio button shows one of them: no
 * page is loaded, with or without a script, so what was typed stays. Before the code that the form requires nothing can have
 * been typed, and the tabs are links.
 */
export function WithdrawTabs({ view: { method, form, hrefs }, bank }: WithdrawTabsProps) {
  const soon = <p className="display rounded-md bg-barley p-8 text-center text-lg">{withdrawalTexts.crypto}</p>;
  if (!form) {
    const hrefOf = { bank: hrefs.form, crypto: `${hrefs.form}&method=crypto` };
    return (
      <>
        <LinkTabs
          inSheet
          label={texts.where}
          tabs={METHODS.map((one) => ({ href: hrefOf[one], label: texts[one], current: one === method }))}
        />
        {soon}
      </>
    );
  }
  return (
    <div className="radio-tabs grid gap-6">
      <fieldset className="flex border-b border-peat-30">
        <legend className="sr-only">{texts.where}</legend>
        {METHODS.map((one) => (
          <label
            key={one}
            className="relative -mb-px flex min-h-12 flex-auto items-center justify-center px-1 text-sm font-semibold"
          >
            <input type="radio" name="method" value={one} defaultChecked={one === method} />
            {texts[one]}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-col gap-4">{bank}</div>
      <div>{soon}</div>
    </div>
  );
}
