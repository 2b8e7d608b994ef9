import { describe, expect, it } from "vitest";
import { isPushEndpoint } from "~/domain/push-endpoint";

// Where a browser may have us send to: anyone can post any address.

describe("the address of a push service", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/dGVzdA:APA91b",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
    "https://web.push.apple.com/QGFh",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d",
    "https://push.dunnage.test/abc",
    "https://push.local.example/abc",
    "https://push.xn--p1ai/abc",
  ])("is %s", (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

  it.each([
    "",
    "nonsense",
    "http://fcm.googleapis.com/a",
    "https://fcm.googleapis.com:8443/a",
    "https://user:word@fcm.googleapis.com/a",
    "https://fcm.googleapis.com/a#b",
    "https://localhost/a",
    "https://printer.local/a",
    "https://db.internal/a",
    "https://169.254.169.254/latest/meta-data",
    "https://127.0.0.1/a",
    "https://2130706433/a",
    "https://0x7f000001/a",
    "https://0177.0.0.1/a",
    "https://[::1]/a",
    "https://[fd00::1]/a",
    "https://push.example./a",
    "https://intranet/a",
    "https://_x.push.example/a",
    "https://push.xn--/a",
    " https://fcm.googleapis.com/a",
    "https://fcm.googleapis.com\\@10.0.0.1/a",
    `https://fcm.googleapis.com/${"a".repeat(500)}`,
  ])("is not %s", (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false));
});
