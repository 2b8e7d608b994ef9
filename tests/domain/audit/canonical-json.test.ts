import { expect, it } from "vitest";
import { canonicalJson, type Json } from "~/domain/audit/hashes";

// RFC 8785, 3.2.2: the example of the whole, and the order of keys in 3.2.3.
it("writes RFC 8785's example letter for letter", () => {
  const value = {
    numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it("sorts keys by their UTF-16 code units, at every depth", () => {
  const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": { b: 1, a: 2 } };
  const keys = [...canonicalJson(value).matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([, key]) => key);
  expect(keys).toEqual(["\\r", "1", "\u0080", "\u00f6", "a", "b", "\u20ac", "\ud83d\ude00", "\ufb33"]);
});

it("writes numbers as ECMAScript does", () => {
  expect(canonicalJson([0, -0, 1e21, 9007199254740991, -5e-324])).toBe("[0,0,1e+21,9007199254740991,-5e-324]");
});

it("writes empty lists and objects, and nothing between", () => {
  expect(canonicalJson({ b: [], a: {}, c: "" })).toBe('{"a":{},"b":[],"c":""}');
});

it.each([
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  ["\ud800"],
  [{ "\udc00": 1 }],
  [{ a: undefined as unknown as Json }],
])("refuses what JSON cannot hold: %j", (value) => expect(() => canonicalJson(value as Json)).toThrow(RangeError));
