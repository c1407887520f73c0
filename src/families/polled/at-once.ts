/** What a function of a table gives. A promise is none of it: nobody waits for one, and its end would be nobody's. */
export function atOnce<Value>(value: Value): Value {
  if (!(value instanceof Promise)) return value;
  value.catch(() => {});
  throw new TypeError("a function gives a promise");
}
