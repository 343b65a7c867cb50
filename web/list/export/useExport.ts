import { MOST_PRINTED_COLUMNS } from '#domain/printedLists.ts';
import { notifyFailure, notifyInfo } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { Fact, MenuAction, Total } from '#web/ui/index.ts';
import { useState } from 'react';
import { fetchAll, type ExportPage } from './fetchAll.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import type { ServerList } from './serverFile.ts';
import { usePrintKey } from '../print/usePrintKey.ts';
import { MAX_PAGE_SIZE } from '../useListPage.ts';

export type FileKind = 'csv' | 'xlsx';

type Save = (onRows: (progress: string) => void, signal: AbortSignal) => Promise<void>;

/** Another file of the same list, such as one with several lines for a row. */
export interface OtherExport {
  /** "Uma linha por obra" */
  label: string;
  /** Makes and saves the file; `onRows` is told how far it is. */
  save: (kind: FileKind, onRows: (progress: string) => void) => Promise<void>;
}

/** A list that can be saved as a file or put on paper. */
export interface Exported<Row> {
  /** Title of the list; names the file and the sheet. */
  title: string;
  /** The columns of the grid, or others. */
  columns: readonly ExportColumn<Row>[];
  /** Columns of the paper, where it has others than the files. */
  paper?: readonly ExportColumn<Row>[];
  /** What the list was asked for, in words: the head of the paper. */
  facts?: () => readonly Fact[];
  /** Ctrl+P prints this list: it is what the screen is for. */
  printKey?: boolean;
  /** Fetches one page of the list, with the filters and sort of the screen. */
  fetchPage?: (page: number, size: number) => Promise<ExportPage<Row> | null | undefined>;
  /** All rows, used instead of `fetchPage` where the whole list is loaded. */
  rows?: readonly Row[];
  /** Sums of the screen's foot for `rows`; a page of `fetchPage` has its own. */
  totals?: readonly Total[];
  other?: OtherExport | undefined;
  /** How the server makes the file of a list that is longer than a page. */
  server?: ServerList | undefined;
  /** Rows of all pages, as far as they are known. */
  total?: number | undefined;
}

interface Export {
  actions: MenuAction[];
  /** How far a running export is: '' until its first rows are there, null while none runs. */
  progress: string | null;
  cancel: () => void;
}

/** The formats of a list as actions of a menu. */
export const useExport = <Row>(props: Exported<Row>): Export => {
  const { title, columns, fetchPage, rows = [], totals, other, printKey = false, server, total = 0 } = props;
  const { companyId } = usePlace();
  const [running, setRunning] = useState<Pick<Export, 'progress' | 'cancel'> | null>(null);
  const run = async (save: Save) => {
    const controller = new AbortController();
    const { signal } = controller;
    const tell = (progress: string) => {
      // Whatever reads pages stops at the next one.
      signal.throwIfAborted();
      setRunning({ progress, cancel: () => controller.abort() });
    };
    tell('');
    try {
      await save(tell, signal);
    } catch (error) {
      if (signal.aborted) notifyInfo('Exportação cancelada', 'Nenhum arquivo foi salvo.');
      else notifyFailure(error);
    } finally {
      setRunning(null);
    }
  };
  const pageOf = async (page: number): Promise<ExportPage<Row> | null | undefined> =>
    fetchPage ? fetchPage(page, MAX_PAGE_SIZE) : { content: rows, last: true, sums: totals };
  const saveAs = (kind: FileKind) =>
    run(async (onRows, signal) => {
      if (server && total > MAX_PAGE_SIZE) {
        const { saveServerFile } = await import('./serverFile.ts');
        return saveServerFile(kind, title, server, onRows, signal);
      }
      const { saveRows } = await import('./save.ts');
      const pages = await fetchAll(pageOf, onRows);
      const all = pages.flatMap(({ content }) => content);
      await saveRows(kind, title, columns, all);
    });
  const print = (byKey = false) =>
    run(async (onRows) => {
      // Whoever pressed a key does not look at the button, which tells how far it is.
      if (byKey) notifyInfo('Preparando o PDF da lista', 'Com tudo o que o filtro encontra. Ele se abre em seguida.');
      const { printAll } = await import('../print/printAll.ts');
      const list = { title, companyId, columns: props.paper ?? columns, facts: props.facts?.() ?? [] };
      await printAll({ ...list, fetchPage: pageOf }, onRows);
    });
  const isWide = (props.paper ?? columns).length > MOST_PRINTED_COLUMNS;
  const isPrintable = companyId !== '';
  usePrintKey(printKey && isPrintable && !isWide ? () => running === null && void print(true) : null);
  const actions: MenuAction[] = [
    { label: 'Excel (XLSX)', onClick: () => void saveAs('xlsx') },
    { label: 'CSV', onClick: () => void saveAs('csv') },
    ...(isPrintable
      ? [
          {
            label: isWide ? `Imprimir / PDF (até ${MOST_PRINTED_COLUMNS} colunas)` : 'Imprimir / PDF',
            ...(printKey && { shortcut: 'Ctrl P' }),
            disabled: isWide,
            onClick: () => void print(),
          },
        ]
      : []),
    ...(other ? othersOf(other, run) : []),
  ];
  return { actions, progress: null, cancel: () => undefined, ...running };
};

const othersOf = ({ label, save }: OtherExport, run: (save: Save) => Promise<void>): MenuAction[] => [
  { label: `${label} (Excel)`, separated: true, onClick: () => void run((onRows) => save('xlsx', onRows)) },
  { label: `${label} (texto)`, onClick: () => void run((onRows) => save('csv', onRows)) },
];
