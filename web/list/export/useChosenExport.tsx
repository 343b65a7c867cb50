import { DownloadIcon } from '#web/ui/icons.ts';
import type { BulkAction } from '#web/ui/BulkBar.tsx';
import { useExport, type Exported } from './useExport.ts';

/** What the paper says in place of the filters, which the rows were chosen among. */
const chosenFacts = () => [{ label: 'Linhas', value: 'só as selecionadas' }];

/** "Exportar" of the bar of selected rows: the formats of the list, for these rows alone. */
export const useChosenExport = <Row,>(
  list: Pick<Exported<Row>, 'title' | 'columns' | 'paper' | 'totals'> & { rows: readonly Row[] },
): BulkAction => {
  const { actions, progress } = useExport({ ...list, facts: chosenFacts });
  return {
    ...{ label: 'Exportar', icon: <DownloadIcon />, choices: actions },
    disabled: list.rows.length === 0 || progress !== null,
  };
};
