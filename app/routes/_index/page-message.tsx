import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

/** Shown when the address ends in its name: neither a server nor a script is needed. */
export function PageMessage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="status"
      className="hidden gap-3 rounded-md border border-peat-45 bg-barley p-3 text-sm font-semibold target:flex"
    >
      <Icon name="alert" className="text-copper" />
      {children}
    </p>
  );
}
