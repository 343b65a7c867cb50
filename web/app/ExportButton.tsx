import { DownloadIcon } from '#web/ui/icons.ts';
import { Button, Menu, today } from '#web/ui/index.ts';
import { useState } from 'react';
import type { ExportColumn } from './export/table.ts';
import { notifyFailure, notifySuccess } from './notify.ts';

/** Rows asked for at once: the most that the gateway answers. */
const PAGE = 500;

export interface ExportPage<Row> {
  content: readonly Row[];
  last: boolean;
}

export interface ExportButtonProps<Row> {
  /** Name of the list: the file's, and the sheet's. */
  title: string;
  /** The columns of the grid, or others. */
  columns: readonly ExportColumn<Row>[];
  /** One page of the list as it is filtered and sorted on screen. */
  fetchPage: (page: number, size: number) => Promise<ExportPage<Row> | null | undefined>;
}

const fetchAll = async <Row,>(
  fetchPage: ExportButtonProps<Row>['fetchPage'],
  onRows: (count: number) => void,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await fetchPage(page, PAGE);
    if (!answer) throw new TypeError('the list did not answer');
    rows.push(...answer.content);
    onRows(rows.length);
    if (answer.last || answer.content.length === 0) return rows;
  }
};

const download = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** Every row that the filters let through, not only the page, as CSV or XLSX. */
export const ExportButton = <Row,>({ title, columns, fetchPage }: ExportButtonProps<Row>) => {
  const [count, setCount] = useState<number | null>(null);
  const run = async (kind: 'csv' | 'xlsx') => {
    setCount(0);
    try {
      const { tableOf } = await import('./export/table.ts');
      const table = tableOf(columns, await fetchAll(fetchPage, setCount));
      const file = `${title} ${today()}.${kind}`;
      if (kind === 'csv') {
        const { csvOf } = await import('./export/csv.ts');
        download(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), file);
      } else {
        const { xlsxOf } = await import('./export/xlsx.ts');
        download(xlsxOf(table, title), file);
      }
      notifySuccess(table.rows.length === 1 ? '1 linha exportada' : `${table.rows.length} linhas exportadas`);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setCount(null);
    }
  };
  return (
    <Menu
      trigger={
        <Button variant="subtle" icon={<DownloadIcon />} busy={count !== null}>
          {count ? `Exportando… ${count}` : 'Exportar'}
        </Button>
      }
      actions={[
        { label: 'Excel (XLSX)', onClick: () => void run('xlsx') },
        { label: 'CSV', onClick: () => void run('csv') },
      ]}
    />
  );
};
