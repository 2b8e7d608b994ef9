import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { busyText } from "~/content/site-texts";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const base =
  "inline-flex min-h-12 items-center justify-center gap-2 rounded-md px-4 py-2 text-center font-semibold " +
  "disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60";

const looks: Record<ButtonLook, string> = {
  primary: "bg-copper text-paper hover:bg-copper-deep border border-transparent",
  secondary: "border border-peat-45 bg-paper text-peat hover:bg-barley",
  quiet: "text-copper underline underline-offset-4 hover:text-copper-deep",
  danger: "border border-brick bg-paper text-brick hover:bg-brick-soft",
};

function classes(look: ButtonLook, wide: boolean) {
  return `${base} ${looks[look]}${wide ? " w-full" : ""}`;
}

type Shared = { look?: ButtonLook; wide?: boolean; children: ReactNode };

export type ButtonProps = Shared &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & {
    "data-copy"?: string;
    "data-copied"?: string;
    busy?: string;
  };

export function Button(props: ButtonProps) {
  const { look = "primary", wide = true, type = "submit", busy = busyText, children, ...rest } = props;
  return (
    <button type={type} className={classes(look, wide)} data-busy={type === "submit" ? busy : undefined} {...rest}>
      {children}
    </button>
  );
}

export type ButtonLinkProps = Shared &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className"> & {
    href: string;
    "data-sheet"?: true;
    "data-sheet-end"?: true;
    "data-share"?: string;
  };

export function ButtonLink({ look = "primary", wide = true, children, ...link }: ButtonLinkProps) {
  return (
    <a className={classes(look, wide)} {...link}>
      {children}
    </a>
  );
}
