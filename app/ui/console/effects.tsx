/** What a button does, said before it is pressed. */
export function Effects({ title, effects }: { title: string; effects: readonly string[] }) {
  return (
    <div className="rounded-sm bg-barley p-4">
      <h2 className="font-semibold">{title}</h2>
      <ol className="mt-1 list-decimal pl-5">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ol>
    </div>
  );
}
