import { Icon } from "./icon";

export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step} className="flex flex-wrap gap-x-3">
          <span
            aria-hidden="true"
            className="figures flex size-7 shrink-0 items-center justify-center rounded-full bg-copper-soft text-sm font-semibold text-copper-deep"
          >
            {index + 1}
          </span>
          <span className="min-w-0 flex-1 basis-24 pt-0.5 wrap-anywhere">{step}</span>
        </li>
      ))}
    </ol>
  );
}

export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Icon name="check" className="mt-0.5 text-copper" />
          {item}
        </li>
      ))}
    </ul>
  );
}

export function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
