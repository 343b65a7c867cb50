import { useEffect, useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

export interface DeskKeys {
  onMove: (step: 1 | -1) => void;
  /** To the bank's side, or to that of Prumo. */
  onSide: (side: 'lines' | 'entries') => void;
  onTick: () => void;
  onAccept: () => void;
  onIgnore: () => void;
  onDocument: () => void;
  onTransfer: () => void;
  onUndo: () => void;
  onUndoLast: () => void;
  onClear: () => void;
}

/** "G then a letter" opens another screen (useShortcuts). */
const AFTER_G = 1_000;

const FIELDS = 'textarea, select, [contenteditable="true"], [role="combobox"], input:not([type="checkbox"])';
const ABOVE = '[role="menu"], [role="listbox"], [role="dialog"], [data-drawer], .fui-PopoverSurface, aside, nav';
/** What answers these keys itself. */
const TABS = { within: '[role="tablist"]' };
const ENTERED = { within: 'button, a, [role="tab"]' };
const SPACED = { within: 'button, a, [role="tab"], input[type="checkbox"]' };

const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('[aria-modal="true"]') !== null ||
  (target instanceof Element && (target.matches(FIELDS) || target.closest(ABOVE) !== null));

/** Keys of the desk (mock 7, rule 6); silent while somebody types, and in what lies above the desk. */
export const useDeskKeys = (keys: DeskKeys): void => {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    let lastG = Number.NEGATIVE_INFINITY;
    const run =
      (act: (keys: DeskKeys) => void, { within = '' } = {}) =>
      (event: KeyboardEvent) => {
        const { target, timeStamp } = event;
        if (event.defaultPrevented || isElsewhere(target) || event.altKey || timeStamp - lastG < AFTER_G) return;
        if (within !== '' && target instanceof Element && target.closest(within) !== null) return;
        event.preventDefault();
        act(current.current);
      };
    return tinykeys(window, {
      g: ({ timeStamp }) => {
        lastG = timeStamp;
      },
      j: run(({ onMove }) => onMove(1)),
      k: run(({ onMove }) => onMove(-1)),
      ArrowDown: run(({ onMove }) => onMove(1), TABS),
      ArrowUp: run(({ onMove }) => onMove(-1), TABS),
      ArrowRight: run(({ onSide }) => onSide('entries'), TABS),
      ArrowLeft: run(({ onSide }) => onSide('lines'), TABS),
      Space: run(({ onTick }) => onTick(), SPACED),
      Enter: run(({ onAccept }) => onAccept(), ENTERED),
      i: run(({ onIgnore }) => onIgnore()),
      c: run(({ onDocument }) => onDocument()),
      t: run(({ onTransfer }) => onTransfer()),
      u: run(({ onUndo }) => onUndo()),
      '$mod+z': run(({ onUndoLast }) => onUndoLast()),
      Escape: run(({ onClear }) => onClear()),
    });
  }, []);
};
