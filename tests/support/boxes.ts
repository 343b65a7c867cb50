import type { Locator } from 'playwright-core';

/** Rectangle of an element, in pixels from the top left of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const boxOf = (locator: Locator): Promise<Box> =>
  locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });

/** Area of the intersection in square pixels; 0 if the boxes only touch. */
export const overlap = (one: Box, other: Box): number => {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0.5 && height > 0.5 ? Math.round(width * height) : 0;
};

/**
 * Returns for each element why a finger cannot tap it: it ends outside the window, or another element covers its
 * centre; '' if it can.
 */
export const obstacles = (locator: Locator): Promise<Record<string, string>> =>
  locator.evaluateAll((elements) =>
    Object.fromEntries(
      elements.map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const inside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return [name, !inside ? `ends at ${right} × ${bottom}` : element.contains(hit) ? '' : 'covered'];
      }),
    ),
  );
