import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { closePalette, usePaletteOpen } from './paletteState.ts';
import { useShortcuts } from './useShortcuts.ts';

const Palette = lazy(() => import('./Palette.tsx'));
const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx'));

const isInPalette = (target: EventTarget | null) => target instanceof Element && target.closest('[data-commands]');

/** Collects keystrokes until the palette's field has the focus, so that none is lost or taken as a shortcut. */
const TypedAhead = ({ onKey }: { onKey: (key: string) => void }) => {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isInPalette(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onKey(event.key);
    };
    window.addEventListener('keydown', take, { capture: true });
    return () => window.removeEventListener('keydown', take, { capture: true });
  }, [onKey]);
  return null;
};

/** Binds the shell's shortcuts and renders palette and help, which load on first use. */
export const PaletteHost = () => {
  const open = usePaletteOpen();
  const [query, setQuery] = useState('');
  const [help, setHelp] = useState(false);
  const type = useCallback((key: string) => setQuery((text) => text + key), []);
  const close = useCallback(() => {
    closePalette();
    setQuery('');
  }, []);
  useShortcuts(() => setHelp(true));
  return (
    <>
      {open && <TypedAhead onKey={type} />}
      <Suspense>{open && <Palette query={query} onQuery={setQuery} onClose={close} />}</Suspense>
      <Suspense>{help && <ShortcutHelp onClose={() => setHelp(false)} />}</Suspense>
    </>
  );
};
