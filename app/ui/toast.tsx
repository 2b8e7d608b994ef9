import { Icon } from "./icon";

export type ToastView = { kind: "success" | "error" | "info"; text: string };

const looks = {
  success: "border-moss bg-moss-soft text-moss",
  error: "border-brick bg-brick-soft text-brick",
  info: "border-peat-45 bg-barley text-peat-60",
} as const;

/** Part of the page's flow: it covers nothing, and needs no script to disappear, because the next page has none. */
export function Toast({ toast }: { toast: ToastView | null | undefined }) {
  if (!toast) return null;
  return (
    <div className="mx-auto w-full max-w-column bg-paper px-4 pt-3">
      <div
        role={toast.kind === "error" ? "alert" : "status"}
        className={`flex gap-3 rounded-md border p-3 text-sm font-semibold ${looks[toast.kind]}`}
      >
        <Icon name={toast.kind === "success" ? "check" : "alert"} />
        <p className="text-peat">{toast.text}</p>
      </div>
    </div>
  );
}
