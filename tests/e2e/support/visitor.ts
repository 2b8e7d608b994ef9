// A visitor who goes from page to page and submits forms: over plain HTTP, or in Chromium on a phone-sized screen.
import type { Page } from "playwright-core";
import { waitFor } from "./checkout-steps";
import { type Form, visibleText } from "./html-forms";
import type { HttpJourney } from "./http-journey";

type Seen = { url: URL; html: string; text: string };
type Values = Record<string, string>;

export type Visitor = {
  /** The page the visitor is on, as it was when the last step had ended. */
  readonly at: Seen;
  visit: (path: string) => Promise<Seen>;
  /** Sends the form that has this button, by its text, or this button or hidden field, as name=value. */
  submit: (values: Values, mark: string) => Promise<Seen>;
  /** Waits for a page that looks again by itself. */
  sees: (text: string) => Promise<void>;
};

export const overHttp = (journey: HttpJourney): Visitor => ({
  get at() {
    return journey.at;
  },
  visit: (path) => journey.visit(path),
  submit: (values, mark) =>
    journey.submit(values, isHidden(journey, mark) ? { form: hasHidden(mark) } : { button: mark }),
  sees: (text) => waitFor(journey, text),
});

const hasHidden = (mark: string) => (form: Form) =>
  form.fields.some(({ name, value, type }) => type === "hidden" && `${name}=${value}` === mark);
const isHidden = (journey: HttpJourney, mark: string) => journey.forms.some(hasHidden(mark));

export function inBrowser(page: Page): Visitor {
  let at: Seen | null = null;
  const look = async () => {
    await page.waitForLoadState("networkidle");
    const html = await page.content();
    at = { url: new URL(page.url()), html, text: visibleText(html) };
    return at;
  };
  const marked = (mark: string) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(mark) ?? [];
    return name
      ? page.locator(`button[name="${name}"][value="${value}"], input[type=hidden][name="${name}"][value="${value}"]`)
      : page.getByRole("button", { name: mark, exact: true });
  };
  return {
    get at() {
      if (!at) throw new Error("This visitor has not opened a page yet");
      return at;
    },
    async visit(path) {
      await page.goto(path);
      return look();
    },
    async submit(values, mark) {
      const form = page.locator("form", { has: marked(mark) });
      const isButton = await marked(mark)
        .first()
        .evaluate((one) => one.tagName === "BUTTON");
      const pressed = isButton ? marked(mark) : form.getByRole("button").first();
      for (const [name, value] of Object.entries(values)) await enter(form.locator(`[name="${name}"]`), value);
      const left = page.waitForEvent("framenavigated");
      await pressed.click();
      await left;
      return look();
    },
    async sees(text) {
      await page.getByText(text).first().waitFor();
      await look();
    },
  };
}

async function enter(field: ReturnType<Page["locator"]>, value: string) {
  const kind = await field.first().evaluate((one) => `${one.tagName} ${one.getAttribute("type") ?? ""}`);
  if (kind.startsWith("SELECT")) await field.selectOption(value);
  else if (/radio|checkbox/.test(kind)) await field.and(field.page().locator(`[value="${value}"]`)).check();
  else await field.fill(value);
}
