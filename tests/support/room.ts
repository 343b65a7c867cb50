import type { Page } from 'playwright-core';

/** Least size of what a finger taps, and what the foot of a screen may take of a phone's height. */
const FINGER_PX = 44;
const FOOT_SHARE = 0.12;

/** Rows that a list shows at once, also in the window of 720 × 450 px that 200 % zoom leaves. */
const ROWS = 3;

/**
 * Returns what of a screen has no room in its window: a screen wider than it, buttons that no scrolling reaches, fewer
 * rows of a grid than three; and for a finger small targets, boxes without a name, a high foot, words about dragging.
 */
export const roomProblems = (page: Page, { finger = false } = {}): Promise<string[]> =>
  page.evaluate(
    ({ finger, least, share, rows }) => {
      const problems: string[] = [];
      const { innerWidth: width, innerHeight: height } = window;
      const all = (selector: string, within: ParentNode = document) => [
        ...within.querySelectorAll<HTMLElement>(selector),
      ];
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.getBoundingClientRect().width > 2 &&
        element.closest('[aria-hidden="true"], [inert]') === null;
      const nameOf = (element: HTMLElement) =>
        (element.getAttribute('aria-label') ?? element.innerText).trim().slice(0, 40) || element.outerHTML.slice(0, 80);

      for (const scroller of [document.documentElement, ...all('main, [data-form], [data-drawer] > div > div')]) {
        const wider = scroller.scrollWidth - scroller.clientWidth;
        if (wider > 1) problems.push(`${scroller.tagName} is ${wider} px wider than its window`);
      }

      const scrolls = (element: Element, axis: 'X' | 'Y'): boolean => {
        for (let box = element.parentElement; box; box = box.parentElement) {
          const room = axis === 'X' ? box.scrollWidth - box.clientWidth : box.scrollHeight - box.clientHeight;
          if (room > 0 && /auto|scroll/.test(getComputedStyle(box)[`overflow${axis}`])) return true;
        }
        return false;
      };
      const controls = all('button, a[href], [role="tab"], input:not([type="file"]), select, textarea').filter(isShown);
      for (const control of controls.filter((element) => element.getAttribute('href') !== '#conteudo')) {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const isBeside = (left < -1 || right > width + 1) && !scrolls(control, 'X');
        const isBelow = (top < -1 || bottom > height + 1) && !scrolls(control, 'Y');
        if (isBeside || isBelow) problems.push(`${nameOf(control)} cannot be reached`);
      }

      for (const grid of all('main .ag-root').filter(isShown)) {
        const top = grid.querySelector('.ag-header')?.getBoundingClientRect().bottom ?? 0;
        const edges = [grid, ...all('main footer')].map((edge, index) => {
          const box = edge.getBoundingClientRect();
          return index === 0 ? box.bottom : box.top;
        });
        const end = Math.min(height, ...edges.filter((edge) => edge > top));
        const places = all('.ag-row', grid).map((row) => row.getBoundingClientRect());
        const seen = places.filter((row) => row.height > 0 && row.top >= top - 1 && row.bottom <= end + 1).length;
        if (seen < Math.min(rows, Math.max(places.length, 1)))
          problems.push(
            `between ${top} and ${end} px, of ${places.length} rows from ${places[0]?.top} on, ${seen} in sight`,
          );
      }
      if (!finger) return problems;

      const isHit = (element: Element, x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      };
      for (const control of controls) {
        const field = control.closest('label, .fui-Input, .fui-Select, .fui-Combobox, .fui-Checkbox, .fui-Switch');
        const target = /^(INPUT|SELECT|TEXTAREA)$/.test(control.tagName) ? (field ?? control) : control;
        const box = target.getBoundingClientRect();
        const [x, y, half] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2, least / 2 - 1];
        // A link in a text is as wide as its words; what is scrolled out of sight cannot be asked.
        const isTall = box.height > least - 1 || (isHit(target, x, y - half) && isHit(target, x, y + half));
        const isWide = box.width > least - 1 || control.tagName === 'A';
        const isInSight = y > half && y < height - half && isHit(target, x, y);
        if (isInSight && !(isTall && isWide)) {
          problems.push(`${nameOf(control)} is ${Math.round(box.width)} × ${Math.round(box.height)}`);
        }
      }
      for (const box of all('input:not([type="file"]), select, textarea').filter(isShown)) {
        const { labels } = box as HTMLInputElement;
        if (!labels?.length && !box.ariaLabel && !box.getAttribute('aria-labelledby')) {
          problems.push(`${nameOf(box)} has no name`);
        }
      }
      for (const foot of all('footer').filter(isShown)) {
        const part = foot.offsetHeight / height;
        if (part > share) problems.push(`the foot takes ${Math.round(part * 1_000) / 10} % of the screen`);
      }
      if (/arraste|solte aqui/i.test(document.body.innerText)) problems.push('speaks of dragging');
      return problems;
    },
    { finger, least: FINGER_PX, share: FOOT_SHARE, rows: ROWS },
  );
