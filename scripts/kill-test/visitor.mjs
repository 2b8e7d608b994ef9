// A visitor without JavaScript: keeps cookies, and follows redirects when asked to. Throws `Interrupted` when the
// Workers are dead.
import { randomBytes } from "node:crypto";

/** There was no answer, or one from Workers that are going down: whether anything was done is unknown. */
export class Interrupted extends Error {}

const someAddress = () => [10, ...randomBytes(3)].join(".");

export class Visitor {
  #jars = new Map();
  #address = someAddress();

  /** One request, one answer: does not follow redirects. */
  async send(url, form) {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map();
    this.#jars.set(host, jar);
    const headers = { Accept: "text/html", "CF-Connecting-IP": this.#address };
    if (jar.size > 0) headers.Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const options = { headers, redirect: "manual", signal: AbortSignal.timeout(20_000) };
    if (form) Object.assign(options, { method: "POST", body: new URLSearchParams(form) });
    try {
      const response = await fetch(url, options);
      const text = await response.text();
      if (response.status >= 500) throw new Interrupted(`answered ${response.status}: ${text.slice(0, 80)}`);
      for (const line of response.headers.getSetCookie()) keep(jar, line);
      const location = response.headers.get("Location");
      return { status: response.status, text, location: location === null ? null : new URL(location, url).href };
    } catch (error) {
      throw error instanceof Interrupted ? error : new Interrupted(error.message, { cause: error });
    }
  }
}

function keep(jar, line) {
  const [pair, ...attributes] = line.split(";").map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf("="));
  const gone = attributes.some((attribute) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute));
  if (gone) jar.delete(name);
  else jar.set(name, pair.slice(name.length + 1));
}
