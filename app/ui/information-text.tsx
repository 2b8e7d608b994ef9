import { Locked } from "./locked";

const COVERED_LINES = ["w-full", "w-11/12", "w-full", "w-4/5", "w-full", "w-2/3"] as const;

/** The cover hides bars of fixed lengths, not the text: that is not in the page. */
export function InformationText({ text }: { text: string | null }) {
  if (text === null) {
    return (
      <div className="relative">
        <div aria-hidden="true" className="flex flex-col gap-3 py-2 blur-[3px]">
          {COVERED_LINES.map((width, index) => (
            <span key={index} className={`h-2.5 rounded-sm bg-peat-30 ${width}`} />
          ))}
        </div>
        <p className="absolute inset-0 flex items-center justify-center text-center font-semibold">
          <span className="rounded-md bg-paper px-4 py-2">
            <Locked word />
          </span>
        </p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
