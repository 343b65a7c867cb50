import { useEffect, useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

interface PageKeys {
  onFind: () => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** Keys of the page while the focus is outside of the tree, which has them too. A field undoes its own text. */
export const usePageKeys = (keys: PageKeys): void => {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const act = (which: keyof PageKeys) => (event: KeyboardEvent) => {
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      if (which !== 'onFind' && event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      current.current[which]();
    };
    return tinykeys(window, {
      '$mod+f': act('onFind'),
      '$mod+z': act('onUndo'),
      '$mod+y': act('onRedo'),
      '$mod+Shift+z': act('onRedo'),
    });
  }, []);
};
