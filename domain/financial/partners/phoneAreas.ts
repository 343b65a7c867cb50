const RANGES = '11-19 21 22 24 27 28 31-35 37 38 41-49 51 53-55 61-69 71 73-75 77 79 81-89 91-99';

/** Area codes of Brazil in use (ANATEL, "Códigos Nacionais"): eleven digits without one are no phone. */
export const PHONE_AREAS: ReadonlySet<string> = new Set(
  RANGES.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  }),
);
