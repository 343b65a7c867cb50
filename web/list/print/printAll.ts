import { MOST_PRINTED_ROWS } from '#domain/printedLists.ts';
import { counted, formatCount } from '#domain/numberFormat.ts';
import { RestFailure } from '#web/client/errors.ts';
import { openFile, readFile } from '#web/client/files.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { shownTotals, today, type Fact, type Total } from '#web/ui/index.ts';
import { download } from '../export/download.ts';
import { fetchAll, type ExportPage } from '../export/fetchAll.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import { aboutOf } from './facts.ts';

/** A list that is put on paper. */
export interface PrintedAll<Row> {
  title: string;
  companyId: string;
  columns: readonly (ExportColumn<Row> & { align?: 'left' | 'right' | 'center' })[];
  facts: readonly Fact[];
  fetchPage: (page: number) => Promise<ExportPage<Row> | null | undefined>;
}

const ATTEMPTS = 3;

const refuseLong = (rows: number): void => {
  if (rows > MOST_PRINTED_ROWS)
    throw new RestFailure(
      `Esta lista tem ${formatCount(rows)} linhas, e um PDF tem no máximo ${formatCount(MOST_PRINTED_ROWS)}. Filtre mais, ou exporte em Excel ou CSV.`,
    );
};

const sumsOf = (totals: readonly Total[] = []) => totals.map(({ label, value }) => [label, value]);

/** Whether nothing changed between the first page and the last one, so that the rows add up to the sums. */
const isOneMoment = <Row>(pages: readonly ExportPage<Row>[]): boolean => {
  const rows = pages.reduce((count, { content }) => count + content.length, 0);
  const states = pages.map(({ totalElements = rows, sums }) => JSON.stringify([totalElements, sumsOf(sums)]));
  return new Set(states).size <= 1 && (pages[0]?.totalElements ?? rows) === rows;
};

/** Reads all pages, anew where somebody changed the list meanwhile. */
const readWhole = async <Row>({ fetchPage }: PrintedAll<Row>, onRows: (progress: string) => void) => {
  const checked = async (number: number) => {
    const page = await fetchPage(number);
    refuseLong(page?.totalElements ?? page?.content.length ?? 0);
    return page;
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const pages = await fetchAll(checked, onRows);
    if (isOneMoment(pages)) return { rows: pages.flatMap(({ content }) => content), totals: pages[0]?.sums };
  }
  throw new RestFailure('Esta lista mudou enquanto era lida. Tente imprimir de novo.');
};

const KINDS = { text: 'TEXT', date: 'DATE', money: 'MONEY' } as const;
const ALIGNS = { left: 'LEFT', right: 'RIGHT', center: 'CENTER' } as const;

/** The list as the service takes it (schema/lists/print.rest.ts). */
const bodyOf = <Row>(
  { title, columns, facts }: PrintedAll<Row>,
  rows: readonly Row[],
  totals: readonly Total[] | undefined,
) => ({
  title: title.slice(0, 120),
  about: aboutOf(facts, rows.length),
  facts,
  columns: columns.map(({ title: named, kind = 'text', align }) => ({
    title: named,
    kind: KINDS[kind],
    ...(align && { align: ALIGNS[align] }),
  })),
  rows: rows.map((row) => columns.map(({ value }) => value(row) ?? '')),
  totals: shownTotals(totals ?? []).map(({ label, value }) => ({ label, value })),
});

/** Prints all rows that the filter finds as a PDF of the server, and opens it. */
export const printAll = async <Row>(list: PrintedAll<Row>, onRows: (progress: string) => void): Promise<void> => {
  const { rows, totals } = await readWhole(list, onRows);
  const file = await readFile(`/api/v1/lists/company/${list.companyId}/print`, bodyOf(list, rows, totals));
  const opened = openFile(file);
  notifySuccess(`PDF pronto: ${counted(rows.length, 'linha')}`, {
    ...(opened ? {} : { detail: 'O navegador não deixa mais abri-lo sozinho.' }),
    action: opened
      ? { label: 'Salvar', run: () => download(file, `${list.title} ${today()}.pdf`) }
      : { label: 'Abrir', run: () => void openFile(file) },
  });
};
