import { toBase64url } from "../../../../workers/sandbox/push/browsers";
import { makeWorld, SANDBOX } from "../../../sandbox/support/world";

/** A pair of keys as `npm run push:keys` makes it. */
export async function pushKeys() {
  const pair = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
  ])) as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  const { d = "" } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey;
  return { PUSH_PUBLIC_KEY: toBase64url(new Uint8Array(point)), PUSH_PRIVATE_KEY: d };
}

export type Device = { id: string; endpoint: string; keys: { p256dh: string; auth: string } };
export type Pushed = { text: string; urgency: string; ttl: number; topic: string };

/** The sandbox's push service. `answer` makes it fail with a status, or not answer at all. */
export function openPushService() {
  const world = makeWorld();
  const state = { answer: null as number | "nothing" | null, asked: [] as { headers: Headers; body: string }[] };
  const send = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const bytes = await request.arrayBuffer();
    state.asked.push({ headers: request.headers, body: new TextDecoder().decode(bytes) });
    if (state.answer === "nothing") throw new TypeError("no connection");
    if (state.answer !== null) return new Response(null, { status: state.answer });
    const { method, headers, url } = request;
    return world.call(url, { method, headers, body: bytes });
  }) as typeof fetch;
  const post = (body: object) => world.call(`${SANDBOX}/sandbox/push`, { method: "POST", body: JSON.stringify(body) });
  return {
    state,
    fetch: send,
    newDevice: async () => (await post({})).json<Device>(),
    throwAway: async ({ id }: Device) => void (await post({ gone: id })),
    arrived: async ({ endpoint }: Device) => {
      const answer = await world.call(`${SANDBOX}/sandbox/push?to=${encodeURIComponent(endpoint)}`);
      const { messages } = await answer.json<{ messages: Pushed[] }>();
      return messages.map(({ text, ...head }) => ({ ...head, shows: JSON.parse(text) as Record<string, string> }));
    },
  };
}
