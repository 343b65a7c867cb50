import { useRecordEntries } from '#web/financial/search/useRecordEntries.tsx';
import { CommandDialog } from '#web/ui/CommandDialog.tsx';
import { filterEntries, usePaletteEntries } from './paletteEntries.tsx';

export interface PaletteProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** Command palette (Ctrl+K): opens screens, starts actions, changes the building, opens transactions and partners. */
const Palette = ({ query, onQuery, onClose }: PaletteProps) => {
  const commands = filterEntries(usePaletteEntries(), query);
  const { entries: records, searching } = useRecordEntries(query);
  return (
    <CommandDialog
      ariaLabel="Buscar lançamentos, obras, fornecedores e telas"
      placeholder="O que você quer fazer?"
      query={query}
      onQuery={onQuery}
      items={[...commands, ...records]}
      searching={searching}
      onClose={onClose}
    />
  );
};

export default Palette;
