import type { ReactNode } from "react";

type FoldProps = {
  title: string;
  /** Beside the title, in sight while it is closed. */
  said?: ReactNode;
  id?: string;
  open?: boolean;
  children: ReactNode;
};

/** A row that opens: for what few visitors need. A link to its `id`, or to something in it, opens it in browsers that can. */
export function Fold({ title, said, id, open = false, children }: FoldProps) {
  return (
    <details open={open} className="fold border-b border-peat-30">
      <summary className="flex min-h-12 cursor-pointer items-center py-2">
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
          <h2 className="min-w-0 font-semibold wrap-break-word">{title}</h2>
          <span className="figures min-w-0 text-sm text-peat-60">{said}</span>
        </span>
      </summary>
      <div id={id} className="pb-4">
        {children}
      </div>
    </details>
  );
}
