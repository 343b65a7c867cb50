import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { closePalette, usePaletteOpen } from './paletteState.ts';
import { useShortcuts } from './useShortcuts.ts';

const Palette = lazy(() => import('./Palette.tsx'));
const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx'));

/** Keeps what is typed while the palette is on its way: no key is lost, and none becomes a command of the shell. */
const TypedAhead = ({ onKey }: { onKey: (key: string) => void }) => {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onKey(event.key);
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [onKey]);
  return null;
};

/** Binds the keys of the shell and shows what they open; both are loaded when first asked for. */
export const PaletteHost = () => {
  const open = usePaletteOpen();
  const [help, setHelp] = useState(false);
  const typed = useRef('');
  const keep = useCallback((key: string) => void (typed.current += key), []);
  const takeTyped = useCallback(() => {
    const text = typed.current;
    typed.current = '';
    return text;
  }, []);
  useShortcuts(() => setHelp(true));
  return (
    <Suspense>
      <Suspense fallback={<TypedAhead onKey={keep} />}>
        {open && <Palette takeTyped={takeTyped} onClose={closePalette} />}
      </Suspense>
      {help && <ShortcutHelp onClose={() => setHelp(false)} />}
    </Suspense>
  );
};
