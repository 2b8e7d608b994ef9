// The pages to measure, and the bare Workers to compare them with.
export const REFERENCES = [
  { name: "bare: hello", worker: "bare", path: "/hello" },
  { name: "bare: KV and a D1 batch of three", worker: "bare", path: "/calls", against: "bare: hello" },
];

const against = "bare: KV and a D1 batch of three";

export const pages = [
  { name: "/get-started (no data)", path: "/get-started?mode=login", against: "bare: hello" },
  { name: "/invest", path: "/invest", signedIn: true, against },
  { name: "/cask-information", path: "/cask-information?cask=csk_demo_strathquill", signedIn: true, against },
  { name: "/wallet, portfolio", path: "/wallet?tab=portfolio", signedIn: true, against },
  { name: "/settings", path: "/settings", signedIn: true, against },
  { name: "/api/cask/get_casks", path: "/api/cask/get_casks", signedIn: true, against },
];

/** Makes the same calls as a signed-in page, and does nothing else. */
export const BARE_WORKER = `
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === "/hello") return new Response("hello");
    const [, rows] = await Promise.all([
      env.SESSIONS.get("bench"),
      env.DB.batch([
        env.DB.prepare("SELECT * FROM users WHERE email = ?").bind("investor@dunnage.test"),
        env.DB.prepare("SELECT * FROM casks WHERE id = ?").bind("csk_demo_strathquill"),
        env.DB.prepare("SELECT * FROM settings WHERE key = ?").bind("joining_fee_cents"),
      ]),
    ]);
    return new Response(String(rows.length));
  },
};`;
