class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/** @throws TookTooLong once that much time is over; what was begun is left to itself */
export async function within<T>(patienceMs: number, run: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TookTooLong("it goes on without it")), patienceMs);
  });
  try {
    return await Promise.race([run(), over]);
  } finally {
    clearTimeout(timer);
  }
}
