/**
 * Merges lists into one order that keeps each list's own order where possible (topological sort). Takes the first key
 * that no list puts after a remaining key; when lists contradict each other, the first remaining key.
 */
export const commonOrder = (lists: readonly (readonly string[])[]): string[] => {
  const left = new Set(lists.flat());
  const order: string[] = [];
  while (left.size > 0) {
    const isFree = (key: string) => lists.every((list) => precedes(list, key).every((other) => !left.has(other)));
    const next = [...left].find(isFree) ?? [...left][0] ?? '';
    left.delete(next);
    order.push(next);
  }
  return order;
};

const precedes = (list: readonly string[], key: string): readonly string[] =>
  list.slice(0, Math.max(list.indexOf(key), 0));
