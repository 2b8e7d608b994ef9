import type { SharedBindings } from "./env";

// The time for the use cases. Deployed Workers have the system's time; a local run brings a clock of its own.

export type Clock = () => number;
export type ReadClock = (bindings: SharedBindings) => Promise<Clock>;

export const systemTime: Clock = () => Date.now();
export const readSystemTime: ReadClock = async () => systemTime;
