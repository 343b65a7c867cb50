import type { ImportDescription } from '#domain/imports/description.ts';
import { csvOf } from '#domain/files/csvTable.ts';
import { download } from '#web/list/export/download.ts';
import type { Table } from '#domain/files/table.ts';
import { xlsxBlob } from '#web/list/export/xlsx.ts';

const texts = (row: readonly string[]) => row.map((value) => ({ kind: 'text' as const, value }));
const csv = (table: Table): Blob => new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' });

export type TemplateKind = 'csv' | 'xlsx';

/** Downloads a spreadsheet with titles and rows that show how to fill it in. */
export const downloadSheet = (
  name: string,
  { titles, rows }: { titles: readonly string[]; rows: readonly (readonly string[])[] },
  kind: TemplateKind,
): void => {
  const table = { titles: [...titles], rows: rows.map(texts) };
  download(kind === 'csv' ? csv(table) : xlsxBlob(table, name), `${name}.${kind}`);
};

/** Downloads a spreadsheet with the titles of a register and an example row. */
export const downloadTemplate = ({ noun, fields }: ImportDescription, kind: TemplateKind): void =>
  downloadSheet(
    `Modelo de ${noun.many}`,
    { titles: fields.map(({ title }) => title), rows: [fields.map(({ example }) => example)] },
    kind,
  );

const withoutEnding = (name: string): string => name.replace(/\.\w+$/, '');

/** Downloads rows that an undo left as they are, with the reasons. */
export const downloadLeft = (name: string, rows: readonly { label: string; reason?: string }[]): void => {
  const table = { titles: ['Cadastro', 'Motivo'], rows: rows.map(({ label, reason = '' }) => texts([label, reason])) };
  download(csv(table), `${withoutEnding(name)} - não desfeito.csv`);
};

/** Downloads rows that stay out of an import, with the reasons. */
export const downloadRest = (
  name: string,
  titles: readonly string[],
  rows: readonly { cells: readonly string[]; reason: string }[],
): void => {
  const table = { titles: [...titles, 'Motivo'], rows: rows.map(({ cells, reason }) => texts([...cells, reason])) };
  download(csv(table), `${withoutEnding(name)} - fora da importação.csv`);
};
