/** What a button does, said before it is pressed. */
export function Effects({ title, effects }: { title?: string; effects: readonly string[] }) {
  return (
    <div className="rounded-sm bg-barley p-4">
      {title !== undefined && <h2 className="mb-1 font-semibold">{title}</h2>}
      <ol className="list-decimal pl-5">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ol>
    </div>
  );
}
