import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

export function PaymentNotice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col gap-4 rounded-md border border-amber bg-amber-soft p-4">
      <div className="flex gap-3">
        <Icon name="alert" className="mt-0.5 text-amber" />
        <div className="text-sm">
          <p className="font-semibold">{title}</p>
          <p>{text}</p>
        </div>
      </div>
      {children}
    </div>
  );
}
