import { useRecordEntries } from '#web/financial/search/useRecordEntries.tsx';
import { CommandDialog } from '#web/ui/CommandDialog.tsx';
import { useState } from 'react';
import { filterEntries, usePaletteEntries } from './paletteEntries.tsx';

export interface PaletteProps {
  /** What was typed before the palette stood. */
  takeTyped: () => string;
  onClose: () => void;
}

/** Ctrl+K: go to a screen, start something, change the building, open a document or a partner. */
const Palette = ({ takeTyped, onClose }: PaletteProps) => {
  const [query, setQuery] = useState(takeTyped);
  const commands = filterEntries(usePaletteEntries(), query);
  const { entries: records, searching } = useRecordEntries(query);
  return (
    <CommandDialog
      ariaLabel="Buscar lançamentos, obras, fornecedores e telas"
      placeholder="O que você quer fazer?"
      query={query}
      onQuery={setQuery}
      items={[...commands, ...records]}
      searching={searching}
      onClose={onClose}
    />
  );
};

export default Palette;
