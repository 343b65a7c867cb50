import type { ClientWorkbook } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import { ruleBroken } from '../../../platform/errors.ts';
import { WorkbookProblem } from '../../../platform/workbooks/problem.ts';
import type { Sheet } from '../../../platform/workbooks/sheet.ts';
import { openWorkbook, type Workbook } from '../../../platform/workbooks/workbook.ts';
import { canFill, checkOf, readLayout, type Known } from './check.ts';
import { bestOf, guessLayouts, HEAD_ROWS, knownLayout, MAX_COLUMNS, type KnownLayout } from './guess.ts';
import { shownText } from './shown.ts';
import type { StoredWorkbook } from './store.ts';

/** Sheets whose first rows are shown. */
const SHOWN_SHEETS = 30;
/** Characters of a cell that are shown. */
const SHOWN_TEXT = 120;

export const PART = 'workbook';

/** Runs what reads a workbook. @throws ServiceError 422 at the part for a file that cannot be used */
export const reading = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof WorkbookProblem)) throw error;
    throw ruleBroken(error.message, [{ path: PART, message: error.message }]);
  }
};

/** The first rows of the sheets that are shown, by their entries. */
export const readHeads = async (workbook: Workbook): Promise<Map<string, Sheet>> => {
  const heads = new Map<string, Sheet>();
  for (const { path } of workbook.sheets.slice(0, SHOWN_SHEETS)) {
    heads.set(path, await workbook.readSheet(path, HEAD_ROWS));
  }
  return heads;
};

const headRows = (workbook: Workbook, sheet: Sheet | undefined): ClientWorkbook['sheets'][number]['rows'] =>
  (sheet?.rows ?? []).flatMap((row) => {
    if (row.number > HEAD_ROWS) return [];
    const cells: string[] = [];
    for (const cell of row.cells) {
      const text = cell.column < MAX_COLUMNS ? shownText(workbook, cell) : '';
      if (text === '') continue;
      while (cells.length < cell.column) cells.push('');
      cells[cell.column] = text.slice(0, SHOWN_TEXT);
    }
    return cells.length === 0 ? [] : [{ number: row.number, cells }];
  });

const NONE = { file: null, sheets: [], layout: null, proposed: null, remembered: false, check: null };

/** The client's workbook as the contract says it: what it has, what is proposed, what an export writes. */
export const answerOf = (
  stored: StoredWorkbook | null,
  known: Known,
  remembered: readonly KnownLayout[],
): Promise<ClientWorkbook> =>
  reading(async () => {
    const { id, version } = known.estimate;
    const head = { id, version, canFill: canFill(known) };
    if (!stored) return { ...head, ...NONE };
    const { file, content, layout, links } = stored;
    const workbook = await openWorkbook(content);
    const heads = await readHeads(workbook);
    const guesses = guessLayouts(workbook, heads);
    const before = knownLayout(workbook, heads, remembered);
    return {
      ...{ ...head, file, layout },
      sheets: workbook.sheets.map(({ name, hidden, path }) => ({
        name,
        hidden,
        rows: headRows(workbook, heads.get(path)),
        proposed: guesses.get(path) ?? null,
      })),
      proposed: layout ?? before ?? bestOf(workbook, guesses),
      remembered: layout === null && before !== null,
      check: layout
        ? checkOf(workbook, { file: await readLayout(workbook, layout), layout, links: new Map(links), known }).check
        : null,
    };
  });
