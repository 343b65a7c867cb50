/** Digits of each level: 01.02.003.001. */
const DIGITS = [2, 2, 3, 3];

/** Code of a product group from its place in the tree: {1,2,3} is 01.02.003. */
export function groupCode(place: readonly number[]): string {
  return place.map((position, level) => String(position).padStart(DIGITS[level] ?? 3, '0')).join('.');
}
