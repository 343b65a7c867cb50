import { notifyFailure } from '#web/client/notify.ts';
import type { ExportColumn } from '#web/list/export/table.ts';

/** Saves the selected rows with the columns of their list. */
export const exportSelected = async <Row>(
  title: string,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): Promise<void> => {
  try {
    const { saveRows } = await import('#web/list/export/save.ts');
    await saveRows('xlsx', title, columns, rows);
  } catch (error) {
    notifyFailure(error);
  }
};
