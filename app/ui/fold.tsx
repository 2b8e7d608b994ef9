import type { ReactNode } from "react";

type FoldProps = {
  title: string;
  said?: ReactNode;
  id?: string;
  open?: boolean;
  children: ReactNode;
};

export function Fold({ title, said, id, open = false, children }: FoldProps) {
  return (
    <details open={open} className="fold border-b border-peat-30">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-x-3 py-2">
        <h2 className="font-semibold wrap-break-word">{title}</h2>
        {said && <span className="figures ml-auto min-w-0 text-right text-sm text-peat-60">{said}</span>}
      </summary>
      <div id={id} className="pb-4">
        {children}
      </div>
    </details>
  );
}
