// `TEST_DATE=2028-02-29T10:00:00Z npm test` runs the tests as if they had been started then: `Date` goes on from there, timers are the real
// ones. Loaded before each test file and into the Node programs that tests start; the Workers of browser tests move the sandbox's clock.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const REAL = Symbol.for("dunnage.real-date");
/** @type {DateConstructor} */
const Real = (globalThis[REAL] ??= Date);

/** @this {unknown} */
function Shifted(...parts) {
  const now = Real.now() + aheadMs;
  if (new.target === undefined) return new Real(now).toString();
  return Reflect.construct(Real, parts.length === 0 ? [now] : parts, new.target);
}

if (aheadMs !== 0) {
  Object.setPrototypeOf(Shifted, Real);
  Shifted.prototype = Real.prototype;
  Shifted.now = () => Real.now() + aheadMs;
  let current = Shifted;
  // Code that puts the real one back, as `vi.useRealTimers` does, gets this one.
  const set = (given) => (current = given === Real ? Shifted : given);
  Object.defineProperty(globalThis, "Date", { configurable: true, get: () => current, set });
}
