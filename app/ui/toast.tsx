import { Icon } from "./icon";

export type ToastView = { kind: "success" | "error" | "info"; text: string };

const looks = {
  success: "border-moss bg-moss-soft text-moss",
  error: "border-brick bg-brick-soft text-brick",
  info: "border-peat-45 bg-barley text-peat-60",
} as const;

/** It stays, and has a place of its own, where movement is not wanted. */
export function Toast({ toast }: { toast: ToastView | null | undefined }) {
  if (!toast) return null;
  return (
    <div className="toast mx-auto w-full max-w-column px-4 pt-3" data-slow={toast.kind === "error" || undefined}>
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
