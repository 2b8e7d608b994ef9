import { pushChoiceTexts as texts } from "~/content/push-texts";
import { Button } from "~/ui/button";
import { Panel } from "~/ui/panel";

/** `key`: what the browser asks its push service for. */
export type DevicePush = { key: string; isOn: boolean };

function SwitchOff() {
  return (
    <form method="post" action="/notices" className="flex flex-col gap-3">
      <p className="text-sm">{texts.on}</p>
      <input type="hidden" name="intent" value="push-off" />
      <Button look="secondary">{texts.switchOff}</Button>
    </form>
  );
}

/** The script shows the form where the browser can do it, and says why where it cannot. */
function SwitchOn({ pushKey }: { pushKey: string }) {
  return (
    <>
      <form method="post" action="/notices" hidden data-push="form" data-key={pushKey}>
        <input type="hidden" name="intent" value="push-on" />
        {["endpoint", "p256dh", "auth"].map((name) => (
          <input key={name} type="hidden" name={name} />
        ))}
        <Button look="secondary">{texts.switchOn}</Button>
      </form>
      <p hidden data-push="unsupported" className="text-sm">
        {texts.unsupported}
      </p>
      <p hidden data-push="blocked" role="status" className="text-sm">
        {texts.blocked}
      </p>
      <noscript>
        <p className="text-sm">{texts.noScript}</p>
      </noscript>
    </>
  );
}

/** Notices shown by this very device. */
export function DevicePanel({ push }: { push: DevicePush }) {
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-peat-60">{texts.lead}</p>
        {push.isOn ? <SwitchOff /> : <SwitchOn pushKey={push.key} />}
      </div>
    </Panel>
  );
}
