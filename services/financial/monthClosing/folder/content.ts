import { createHash } from 'node:crypto';
import { formatDate } from '#domain/dates.ts';
import { csvFile, csvLine, neutralised } from '#domain/files/csv.ts';
import { escaped } from '#domain/files/workbook.ts';
import { monthTitle } from '#domain/financial/monthClosing/months.ts';
import type { Month } from '#domain/financial/financialStatement/months.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { folderName, numberedName } from './names.ts';
import type { FileSource, StoredFile } from './sources.ts';

/** A file of the folder, as its index tells it. */
export interface IndexedFile {
  path: string;
  document: string;
  date: string | null;
  value: string | null;
  size: number;
  sha256: string;
}

/** A stored file with its place in the folder. */
export interface PlacedFile extends IndexedFile {
  id: number;
  source: FileSource;
}

/** Gives the files of a source their names, in their order. */
export const placed = (month: Month, source: FileSource, files: readonly StoredFile[]): PlacedFile[] =>
  files.map(({ id, name, document, date, value, size, sha256 }, index) => ({
    ...{ id, source, document, date, value, size, sha256 },
    path: `${month}/${source.folder}/${numberedName(index + 1, document, name)}`,
  }));

/** A file that is made for the folder, with its entry in the index. */
export interface MadeEntry extends IndexedFile {
  content: Buffer;
}

export const madeEntry = (month: Month, name: string, document: string, content: Buffer): MadeEntry => ({
  ...{ path: `${month}/${folderName(name)}`, document, date: null, value: null, size: content.length, content },
  sha256: createHash('sha256').update(content).digest('hex'),
});

export const indexCsv = (files: readonly IndexedFile[]): Buffer =>
  Buffer.from(
    csvFile(
      [
        ['Arquivo', 'Documento', 'Data', 'Valor', 'Bytes', 'SHA-256'],
        ...files.map(({ path, document, date, value, size, sha256 }) => [
          ...[neutralised(path), neutralised(document), date === null ? '' : formatDate(date)],
          ...[value === null ? '' : value.replace('.', ','), String(size), sha256],
        ]),
      ].map(csvLine),
    ),
  );

const STYLE =
  'body{font:14px/20px Roboto,Arial,sans-serif;color:#17242b;margin:24px}h1{font-size:22px}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 12px;border-bottom:1px solid #e1e6ea;vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}code{font-size:11px;word-break:break-all;color:#53646d}';

/** A page that lists the folder and opens its files; it needs nothing from the internet. */
export const indexHtml = (
  files: readonly IndexedFile[],
  { company, month }: { company: string; month: Month },
): Buffer => {
  const rows = files.map(({ path, document, date, value, sha256 }) => {
    const link = path.split('/').map(encodeURIComponent).join('/');
    return `<tr><td><a href="${link}">${escaped(path)}</a></td><td>${escaped(document)}</td><td>${date === null ? '' : formatDate(date)}</td><td class="n">${value === null ? '' : formatCurrency(value)}</td><td><code>${sha256}</code></td></tr>`;
  });
  const title = escaped(`Pasta do contador · ${company} · ${monthTitle(month)}`);
  return Buffer.from(
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${files.length} arquivos. O SHA-256 de cada um confirma que ele não mudou.</p><table><thead><tr><th>Arquivo</th><th>Documento</th><th>Data</th><th>Valor</th><th>SHA-256</th></tr></thead><tbody>${rows.join('')}</tbody></table></body></html>\n`,
  );
};
