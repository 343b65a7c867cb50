import { useEffect, useLayoutEffect, useRef } from 'react';

interface Keys {
  onImport: () => void;
  onNextFault: () => void;
  onUndo: () => void;
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

/** F8, Ctrl+S and Ctrl+Z of the screen; a field being typed in keeps its own Ctrl+Z. */
export const useImportKeys = (keys: Keys): void => {
  const latest = useRef(keys);
  // At once with what the screen shows: a key may come before the effects of a render.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const control = event.ctrlKey || event.metaKey;
      const run =
        event.key === 'F8'
          ? latest.current.onNextFault
          : control && event.key === 's'
            ? latest.current.onImport
            : control && event.key === 'z' && !isTyping(event)
              ? latest.current.onUndo
              : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
