import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

/** Shown when the URL ends in `#` and its id, which takes neither a server nor a script. */
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
