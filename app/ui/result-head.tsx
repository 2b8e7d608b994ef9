import type { ReactNode } from "react";
import { StatusMark, type StatusLook } from "./status-mark";

type ResultHeadProps = {
  look: StatusLook;
  title: string;
  drawing?: ReactNode;
  children: ReactNode;
};

export function ResultHead({ look, title, drawing, children }: ResultHeadProps) {
  return (
    <div className="flex flex-col items-center gap-3 pt-4 text-center">
      {drawing ?? <StatusMark look={look} />}
      <h1 className="display text-xl">{title}</h1>
      {children && <p className="text-peat-60">{children}</p>}
    </div>
  );
}
