/**
 * One order for what several lists name, in which each list reads as it was sent, as far as they allow it: the first thing
 * that nobody puts after something still missing comes next; where they contradict each other, the first of all.
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
