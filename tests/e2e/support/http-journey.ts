// A visitor without JavaScript or a screen: follows redirects, keeps cookies, sends forms.
import { inject } from "vitest";
import { someAddress } from "./browser";
import { type Form, formsIn, visibleText } from "../../support/read-html";

export type Visit = { url: URL; status: number; html: string; text: string; headers: Headers };
type Values = Record<string, string | readonly string[]>;
type Cookie = { value: string; path: string };

export class HttpJourney {
  readonly #jar = new Map<string, Map<string, Cookie>>();
  readonly #address = someAddress();
  readonly #origin: string;
  #at: Visit | null = null;

  /** `origin`: of a run other than the one that all tests share. */
  constructor(origin: string = inject("origin")) {
    this.#origin = origin;
  }

  /** The page the visitor is on. */
  get at(): Visit {
    if (!this.#at) throw new Error("This journey has not visited a page yet");
    return this.#at;
  }

  async visit(path: string): Promise<Visit> {
    return this.#follow(new URL(path, this.#at?.url ?? this.#origin), { method: "GET" });
  }

  /**
   * Sends the one form that matches: it has a button with this text (or name=value), or all the named fields. Values
   * replace what the page filled in; a list fills equally named fields in order.
   */
  async submit(
    values: Values,
    { button, form }: { button?: string; form?: (form: Form) => boolean } = {},
  ): Promise<Visit> {
    const pressed = (one: Form) =>
      one.buttons.find(({ text, name, value }) => text === button || `${name}=${value}` === button);
    const fits = (one: Form) =>
      (form?.(one) ?? true) &&
      (button === undefined || pressed(one) !== undefined) &&
      Object.keys(values).every((name) => one.fields.some((field) => field.name === name));
    const forms = formsIn(this.at.html);
    const [chosen, another] = forms.filter(fits);
    if (!chosen || another) {
      const seen = forms.map(
        (one) =>
          `${one.action} [${one.fields.map(({ name }) => name).join(" ")}] (${one.buttons.map(({ text }) => text).join(" | ")})`,
      );
      throw new Error(
        `${another ? "More than one form fits" : "No form fits"} on ${this.at.url.pathname}: ${seen.join("; ")}`,
      );
    }
    const used = button === undefined ? chosen.buttons[0] : pressed(chosen);
    const body = encode([...filledIn(chosen, values), ...(used?.name ? [[used.name, used.value] as const] : [])]);
    const target = new URL(chosen.action || this.at.url.href, this.at.url);
    if (chosen.method === "post") return this.#follow(target, { method: "POST", body });
    target.search = body.toString();
    return this.#follow(target, { method: "GET" });
  }

  /** The same browser at another place: has the cookies that this one has now, and no page yet. */
  copy(): HttpJourney {
    const copy = new HttpJourney(this.#origin);
    for (const [host, jar] of this.#jar) copy.#jar.set(host, new Map(jar));
    return copy;
  }

  /** In Playwright's format. */
  cookiesFor(origin: string) {
    const cookies = [...(this.#jar.get(new URL(origin).hostname) ?? [])];
    return cookies.map(([name, { value, path }]) => ({
      name,
      value,
      domain: new URL(origin).hostname,
      path,
      httpOnly: true,
      sameSite: "Lax" as const,
      secure: name.startsWith("__"),
    }));
  }

  /** Makes one request with this visitor's cookies, without leaving the current page: for JSON, files and headers. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#send(new URL(path, this.#origin), init);
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookies = [...(this.#jar.get(url.hostname) ?? [])].filter(([, { path }]) => url.pathname.startsWith(path));
    if (cookies.length > 0) headers.set("Cookie", cookies.map(([name, { value }]) => `${name}=${value}`).join("; "));
    headers.set("CF-Connecting-IP", this.#address);
    const from = this.#at?.url.origin ?? url.origin;
    headers.set("Sec-Fetch-Site", from === url.origin ? "same-origin" : "cross-site");
    if ((init.method ?? "GET") !== "GET") headers.set("Origin", from);
    const response = await fetch(url, { ...init, headers, redirect: "manual", signal: AbortSignal.timeout(120_000) });
    this.#keepCookies(url, response);
    return response;
  }

  async #follow(start: URL, init: { method: string; body?: URLSearchParams }): Promise<Visit> {
    let [url, request, redirects] = [start, init, 0];
    for (;;) {
      const response = await this.#send(url, { ...request, headers: { Accept: "text/html" } });
      const location = response.headers.get("Location");
      if (response.status < 300 || response.status >= 400 || location === null) {
        const html = await response.text();
        this.#at = { url, status: response.status, html, text: visibleText(html), headers: response.headers };
        return this.#at;
      }
      await response.arrayBuffer();
      redirects += 1;
      if (redirects > 10) throw new Error(`Too many redirects, last to ${location}`);
      const keepsMethod = response.status === 307 || response.status === 308;
      request = keepsMethod ? request : { method: "GET" };
      url = new URL(location, url);
    }
  }

  #keepCookies(url: URL, response: Response) {
    const jar = this.#jar.get(url.hostname) ?? new Map<string, Cookie>();
    this.#jar.set(url.hostname, jar);
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const attribute = (wanted: string) =>
        attributes.find((part) => part.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const expired = attribute("max-age") === "0" || Date.parse(attribute("expires") ?? "") < Date.now();
      if (expired) jar.delete(name);
      else jar.set(name, { value, path: attribute("path") ?? "/" });
    }
  }
}

const encode = (entries: readonly (readonly [string, string | readonly string[]])[]) =>
  new URLSearchParams(entries.flatMap(([name, value]) => [value].flat().map((one) => [name, one])));

function filledIn(form: Form, values: Values): (readonly [string, string])[] {
  const left = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
  const sent = form.fields.filter(({ name, disabled }) => name !== "" && !disabled);
  return sent.flatMap(({ name, value, checked }) => {
    const given = left.get(name);
    if (given) return given.length > 0 ? [[name, given.shift() ?? ""] as const] : [];
    return checked ? [[name, value] as const] : [];
  });
}
