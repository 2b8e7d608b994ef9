/** What the runtime itself holds on to is let go by one collection, and collected by a later one. */
const COLLECTIONS = 2;
const ANSWERS_WITHIN_MS = 60_000;

/**
 * The heap of the app Worker, in MB, once unreachable memory is collected. What a runtime's process has is no measure of that: a local
 * one has no limit, and collects when it likes. Connected for a moment only, because an inspector makes each log line slow.
 * @throws if the inspector hangs up, or does not answer
 * Node 20 has WebSocket behind --experimental-websocket.
 */
export async function readHeapMb(inspectorPort) {
  const [worker] = await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json();
  const socket = new globalThis.WebSocket(worker.webSocketDebuggerUrl, { headers: { Origin: "http://localhost" } });
  const answers = new Map();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(data);
    answers.get(id)?.(result);
  });
  const ended = new Promise((_, reject) => {
    socket.addEventListener("close", () => reject(new Error("the inspector hung up")));
    setTimeout(() => reject(new Error("the inspector does not answer")), ANSWERS_WITHIN_MS).unref();
  });
  ended.catch(() => undefined);
  let calls = 0;
  const call = (method) => {
    calls += 1;
    const answer = new Promise((resolve) => answers.set(calls, resolve));
    socket.send(JSON.stringify({ id: calls, method }));
    return Promise.race([answer, ended]);
  };
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const usedMb = [];
  for (let collected = 0; collected < COLLECTIONS; collected += 1) {
    await call("HeapProfiler.collectGarbage");
    usedMb.push((await call("Runtime.getHeapUsage")).usedSize / 1e6);
  }
  socket.close();
  return Math.min(...usedMb);
}
