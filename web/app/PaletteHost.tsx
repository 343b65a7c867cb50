import { lazy, Suspense, useState } from 'react';
import { closePalette, usePaletteOpen } from './paletteState.ts';
import { useShortcuts } from './useShortcuts.ts';

const Palette = lazy(() => import('./Palette.tsx'));
const ShortcutHelp = lazy(() => import('./ShortcutHelp.tsx'));

/** Binds the keys of the shell and shows what they open; both are loaded when first asked for. */
export const PaletteHost = () => {
  const open = usePaletteOpen();
  const [help, setHelp] = useState(false);
  useShortcuts(() => setHelp(true));
  return (
    <Suspense>
      {open && <Palette onClose={closePalette} />}
      {help && <ShortcutHelp onClose={() => setHelp(false)} />}
    </Suspense>
  );
};
