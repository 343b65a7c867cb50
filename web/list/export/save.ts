import { tableOf, type ExportColumn } from '#domain/files/table.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { today } from '#web/ui/index.ts';
import { download } from './download.ts';

/** Saves rows as a file that the title names, and tells how many there are. */
export const saveRows = async <Row>(
  kind: 'csv' | 'xlsx',
  title: string,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): Promise<void> => {
  const table = tableOf(columns, rows);
  const file = `${title} ${today()}.${kind}`;
  if (kind === 'csv') {
    const { csvOf } = await import('#domain/files/csvTable.ts');
    download(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), file);
  } else {
    const { xlsxBlob } = await import('./xlsx.ts');
    download(xlsxBlob(table, title), file);
  }
  notifySuccess(counted(table.rows.length, 'linha exportada', 'linhas exportadas'));
};
