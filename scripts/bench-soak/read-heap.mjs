/**
 * The heap of the app Worker, in MB, once what nobody holds is collected. What a runtime's process has is no measure of that: a local
 * one has no limit, and collects when it likes. Connected for a moment only, because an inspector makes each log line slow.
 * Node 20 has WebSocket behind --experimental-websocket.
 */
export async function readHeapMb(inspectorPort) {
  const [worker] = await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json();
  const socket = new globalThis.WebSocket(worker.webSocketDebuggerUrl, { headers: { Origin: "http://localhost" } });
  const told = new Promise((resolve, reject) => {
    socket.addEventListener("error", reject);
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(data);
      if (id === 2) resolve(result.usedSize / 1e6);
    });
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  socket.send(JSON.stringify({ id: 2, method: "Runtime.getHeapUsage" }));
  const usedMb = await told;
  socket.close();
  return usedMb;
}
