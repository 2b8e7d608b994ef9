import { describe, expect, it } from "vitest";
import { createWebPusher } from "~/integrations/push/web-push";
import { openPushService, pushKeys } from "../../areas/notices/push/support";

const MESSAGE = { text: "{}", urgency: "normal", lifeSeconds: 60, topic: "a-topic" } as const;

async function pusherWith(keys: { PUSH_PUBLIC_KEY: string; PUSH_PRIVATE_KEY: string }) {
  const service = openPushService();
  const { endpoint, keys: own } = await service.newDevice();
  const pusher = createWebPusher({
    publicKey: keys.PUSH_PUBLIC_KEY,
    privateKey: keys.PUSH_PRIVATE_KEY,
    contact: "post@dunnage.example",
    fetch: service.fetch,
  });
  return { service, pusher, device: { endpoint, ...own } };
}

describe("a message to a device", () => {
  it("is sent with a pair of keys that fit", async () => {
    const { pusher, device } = await pusherWith(await pushKeys());
    expect(await pusher.send(device, MESSAGE)).toBe("sent");
  });

  it("whose key is not a point on the curve gets no message, and the device is removed", async () => {
    const { pusher, device, service } = await pusherWith(await pushKeys());
    expect(await pusher.send({ ...device, p256dh: `B${"A".repeat(86)}` }, MESSAGE)).toBe("gone");
    expect(service.state.asked).toEqual([]);
  });

  it("is refused, and the device kept, when our own keys are no pair", async () => {
    const [one, other] = [await pushKeys(), await pushKeys()];
    const { pusher, device } = await pusherWith({ ...one, PUSH_PRIVATE_KEY: other.PUSH_PRIVATE_KEY });
    expect(await pusher.send(device, MESSAGE)).toBe("refused");
  });
});
