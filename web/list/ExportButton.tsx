import { formatCount } from '#domain/numberFormat.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { Button, IconButton, Menu, useIsPhone } from '#web/ui/index.ts';
import { useState } from 'react';
import type { ExportColumn } from './export/table.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { MAX_PAGE_SIZE } from './useListPage.ts';

export interface ExportPage<Row> {
  content: readonly Row[];
  last: boolean;
  totalElements?: number;
}

export interface ExportButtonProps<Row> {
  /** Title of the list; names the file and the sheet. */
  title: string;
  /** The columns of the grid, or others. */
  columns: readonly ExportColumn<Row>[];
  /** Fetches one page of the list, with the filters and sort of the screen. */
  fetchPage?: (page: number, size: number) => Promise<ExportPage<Row> | null | undefined>;
  /** All rows, used instead of `fetchPage` where the whole list is loaded. */
  rows?: readonly Row[];
}

const fetchAll = async <Row,>(
  fetchPage: NonNullable<ExportButtonProps<Row>['fetchPage']>,
  onRows: (progress: string) => void,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await fetchPage(page, MAX_PAGE_SIZE);
    if (!answer) throw new TypeError('the list did not answer');
    rows.push(...answer.content);
    const { totalElements: all } = answer;
    onRows(formatCount(rows.length) + (all === undefined ? '' : ` de ${formatCount(all)}`));
    if (answer.last || answer.content.length === 0) return rows;
  }
};

/** Exports all rows of the filter, not only the page, as CSV or XLSX. */
export const ExportButton = <Row,>({ title, columns, fetchPage, rows = [] }: ExportButtonProps<Row>) => {
  // Progress text; '' until the first rows are loaded, null while no export runs.
  const [progress, setProgress] = useState<string | null>(null);
  const phone = useIsPhone();
  const busy = progress !== null;
  const run = async (kind: 'csv' | 'xlsx') => {
    setProgress('');
    try {
      const { saveRows } = await import('./export/save.ts');
      await saveRows(kind, title, columns, fetchPage ? await fetchAll(fetchPage, setProgress) : rows);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setProgress(null);
    }
  };
  return (
    <Menu
      trigger={
        phone && !busy ? (
          <IconButton label="Exportar" icon={<DownloadIcon />} />
        ) : (
          <Button variant="subtle" icon={<DownloadIcon />} busy={busy}>
            {progress ? `Exportando… ${progress}` : 'Exportar'}
          </Button>
        )
      }
      actions={[
        { label: 'Excel (XLSX)', onClick: () => void run('xlsx') },
        { label: 'CSV', onClick: () => void run('csv') },
      ]}
    />
  );
};
