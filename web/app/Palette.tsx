import { CommandDialog } from '#web/ui/CommandDialog.tsx';
import { useState } from 'react';
import { filterEntries, usePaletteEntries } from './paletteEntries.tsx';

/** Ctrl+K: go to a screen, start something, change the building. */
const Palette = ({ onClose }: { onClose: () => void }) => {
  const [query, setQuery] = useState('');
  const entries = filterEntries(usePaletteEntries(), query);
  return (
    <CommandDialog
      ariaLabel="Buscar telas e ações"
      placeholder="O que você quer fazer?"
      query={query}
      onQuery={setQuery}
      items={entries}
      onClose={onClose}
    />
  );
};

export default Palette;
