// The few calls of Cloudflare's API that wrangler has no command for, or none that answers in a form to be read.

class CloudflareProblem extends Error {
  constructor(message, { status, code }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** wrangler honours the same variable, so that both talk to the same place. */
const baseOf = (env) => env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";

/**
 * `call("GET", "/d1/database")` is about the account, `zones` about its domains.
 * @throws CloudflareProblem with what Cloudflare said; never the token
 */
export function createCloudflare(env, send = fetch) {
  async function request(method, path, body) {
    const response = await send(`${baseOf(env)}${path}`, {
      method,
      headers: { Authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}`, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok && answer.success) return answer.result;
    const [first] = answer.errors ?? [];
    const said = first ? `${first.message} (code ${first.code})` : `status ${response.status}`;
    throw new CloudflareProblem(
      `Cloudflare, ${method} ${path.replace(env.CLOUDFLARE_ACCOUNT_ID, "ACCOUNT")}: ${said}`,
      {
        status: response.status,
        code: first?.code,
      },
    );
  }
  const account = `/accounts/${env.CLOUDFLARE_ACCOUNT_ID}`;
  return {
    call: (method, path, body) => request(method, `${account}${path}`, body),
    zones: (name) => request("GET", `/zones?name=${encodeURIComponent(name)}`),
  };
}
