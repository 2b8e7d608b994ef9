import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";

export type ModalProps = {
  label: string;
  /** The href of the dialog's own Cancel or Close links: following one only closes the dialog. */
  backHref: string;
  onLeave: () => void;
  children: ReactNode;
};

/**
 * The browser's own modal dialog over the current page: it traps the focus, Escape closes it, and the focus returns to what
 * opened it. A click beside it does not close it, so that nothing typed is lost.
 */
export function Modal({ label, backHref, onLeave, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  function leave(event: SyntheticEvent) {
    event.preventDefault();
    onLeave();
  }

  function leaveByLink(event: MouseEvent<HTMLDialogElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.getAttribute("href") === backHref) leave(event);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={leave}
      onClickCapture={leaveByLink}
      className="sheet m-auto mb-0 max-h-[92dvh] w-full max-w-column flex-col gap-6 overflow-y-auto rounded-t-md bg-paper px-4 pt-6 pb-8 text-peat open:flex sm:mb-auto sm:rounded-md"
    >
      {children}
    </dialog>
  );
}
