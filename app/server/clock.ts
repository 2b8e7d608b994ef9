import type { SharedBindings } from "./env";

// What time it is for the use cases. Deployed Workers have the system's time; a local run brings a clock of its own.

export type Clock = () => number;
/** Asked once at the beginning of each piece of work. */
export type ReadClock = (bindings: SharedBindings) => Promise<Clock>;

export const systemTime: Clock = () => Date.now();
export const readSystemTime: ReadClock = async () => systemTime;

let last = 0;

/** Of requests that came whole within one millisecond each has a time of its own, so that they keep their order. In ms. */
export const nextArrival = (): number => (last = Math.max(Date.now(), last + 0.001));
