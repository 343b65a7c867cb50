const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns whether two values of a form are equal: plain data, where absent and undefined keys are equal, as in a
 * draft's JSON. Unedited parts are the same objects, so that of 5,000 lines only changed ones are compared.
 */
export const same = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b)) return sameItems(a, b);
  if (!isObject(a) || !isObject(b)) return false;
  const equal = (key: string) => same(Reflect.get(a, key), Reflect.get(b, key));
  return Object.keys(a).every(equal) && Object.keys(b).every((key) => Object.hasOwn(a, key) || equal(key));
};

const sameItems = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, index) => same(one, b[index]));
