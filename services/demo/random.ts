/** Pseudo-random numbers, the same on every run: two seeds of the same day are equal. */
export interface Random {
  /** Integer from min to max, both included. */
  int(min: number, max: number): number;
  /** True with a probability of `percent` in a hundred. */
  chance(percent: number): boolean;
  /** An item of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T;
}

/** FNV-1a: hashes a name to 32 bits. */
const hashOf = (name: string): number => {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/**
 * mulberry32 seeded with a name: each part of the demo has its own stream, so that a change of one part does not affect
 * the others.
 */
export const randomFor = (name: string): Random => {
  let state = hashOf(name);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    chance: (percent) => next() * 100 < percent,
    pick: (list) => {
      const one = list[int(0, list.length - 1)];
      if (one === undefined) throw new RangeError('Nothing to pick from');
      return one;
    },
  };
};
