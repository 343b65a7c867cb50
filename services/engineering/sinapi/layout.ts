import { JobRefused } from '../../platform/jobs/kinds.ts';
import type { Row, Workbook } from './workbook.ts';

/** Sheets of prices of inputs (I) and of compositions (C), by regime. */
export const INPUT_SHEETS = { SD: 'ISD', CD: 'ICD', SE: 'ISE' } as const;
export const COMPOSITION_SHEETS = { SD: 'CSD', CD: 'CCD', SE: 'CSE' } as const;
export const LINES_SHEET = 'Analítico';

/** First rows of a sheet, in which its header and the month are looked for. */
const HEAD = 15;
const STATE = /^[A-Z]{2}$/;

export interface SheetLayout {
  /** First row of data. */
  firstRow: number;
  /** Column of a state's price. */
  states: Map<string, number>;
  /** Rows of data, blank ones included, as the sheet tells it; null when it does not. */
  rows: number | null;
}

/** What the file says of itself. */
export interface WorkbookFacts {
  /** YYYY-MM */
  month: string;
  /** YYYY-MM-DD; null when it is not written. */
  emittedOn: string | null;
  states: string[];
  /** By sheet. */
  layouts: Record<string, SheetLayout>;
}

const missingSheet = (sheet: string): JobRefused =>
  new JobRefused(
    `A planilha não tem a aba "${sheet}", que o arquivo "SINAPI_Referência" tem. Confira se é o arquivo certo.`,
  );
const strange = (sheet: string, what: string): JobRefused =>
  new JobRefused(`A aba "${sheet}" não tem o formato do SINAPI: falta ${what}.`);

const OLDER =
  'Este arquivo é do formato do SINAPI anterior a 2025 (um arquivo por estado). Envie o arquivo "SINAPI_Referência" de 2025 em diante.';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toUpperCase();

const headOf = async (workbook: Workbook, sheet: string): Promise<Row[]> => {
  const head: Row[] = [];
  for await (const batch of workbook.rows(sheet)) {
    head.push(...batch.filter(({ number }) => number <= HEAD));
    if ((batch.at(-1)?.number ?? 0) >= HEAD) break;
  }
  return head;
};

/** The text after a label, in its cell or in the next one that is written. */
const labelled = (head: readonly Row[], label: RegExp): string | undefined => {
  for (const { cells } of head) {
    const at = cells.findIndex((cell) => cell !== undefined && label.test(plain(cell)));
    if (at < 0) continue;
    const own = plain(cells[at] ?? '').replace(label, '');
    return /\d/.test(own) ? own : cells.slice(at + 1).find((cell) => cell !== undefined);
  }
  return undefined;
};

const monthOf = (text: string | undefined): string | undefined => {
  const [, month, year] = /(0[1-9]|1[0-2])\/(20\d\d)/.exec(text ?? '') ?? [];
  return month === undefined ? undefined : `${year}-${month}`;
};

const dayOf = (text: string | undefined): string | null => {
  const [, day, month, year] = /([0-3]\d)\/([01]\d)\/(20\d\d)/.exec(text ?? '') ?? [];
  return day === undefined ? null : `${year}-${month}-${day}`;
};

const statesOf = (row: Row, from: number): Map<string, number> =>
  new Map(
    row.cells.flatMap((cell, column) =>
      column >= from && cell !== undefined && STATE.test(cell) ? [[cell, column] as const] : [],
    ),
  );

const headerOf = (head: readonly Row[], sheet: string): Row => {
  const header = head.findLast(({ cells }) => cells.some((cell) => cell !== undefined && /^CODIGO/.test(plain(cell))));
  if (!header) throw strange(sheet, 'a coluna "Código"');
  return header;
};

/** The row of the states: the header itself for inputs, the row above the sub-header for compositions. */
const statesIn = (head: readonly Row[], header: Row, sheet: string): Map<string, number> => {
  if (sheet === LINES_SHEET) return new Map();
  const from = sheet.startsWith('I') ? 5 : 4;
  const found = [header, ...head.filter(({ number }) => number === header.number - 1)].map((row) =>
    statesOf(row, from),
  );
  const states = found.find((one) => one.size > 0);
  if (!states) throw strange(sheet, 'a linha com as siglas dos estados');
  return states;
};

const layoutOf = (head: readonly Row[], sheet: string, lastRow: number | undefined): SheetLayout => {
  const header = headerOf(head, sheet);
  const rows = lastRow === undefined ? null : Math.max(0, lastRow - header.number);
  return { firstRow: header.number + 1, states: statesIn(head, header, sheet), rows };
};

/** Every sheet of prices has the states of the first one. */
const requireSameStates = (layouts: Readonly<Record<string, SheetLayout>>, states: readonly string[]): void => {
  for (const [sheet, layout] of Object.entries(layouts)) {
    const missing = sheet === LINES_SHEET ? undefined : states.find((state) => !layout.states.has(state));
    if (missing !== undefined) throw strange(sheet, `a coluna de ${missing}, que a aba "ISD" tem`);
  }
};

const isOlder = (workbook: Workbook): boolean =>
  workbook.sheets.some((name) => /ANALITICO|SINTETICO|INSUMOS|COMPOSICOES/.test(plain(name)) && name !== LINES_SHEET);

/** Reads what the workbook is: month, states, regimes and where its prices stand. @throws JobRefused naming what is wrong */
export const inspect = async (workbook: Workbook): Promise<WorkbookFacts> => {
  const prices = [...Object.values(INPUT_SHEETS), ...Object.values(COMPOSITION_SHEETS)];
  const sheets = [...prices, LINES_SHEET];
  if (!prices.some((sheet) => workbook.sheets.includes(sheet)) && isOlder(workbook)) throw new JobRefused(OLDER);
  const missing = sheets.find((sheet) => !workbook.sheets.includes(sheet));
  if (missing !== undefined) throw missingSheet(missing);
  const layouts: Record<string, SheetLayout> = {};
  let month: string | undefined;
  let emittedOn: string | null = null;
  for (const sheet of sheets) {
    const head = await headOf(workbook, sheet);
    layouts[sheet] = layoutOf(head, sheet, workbook.lastRow(sheet));
    month ??= monthOf(labelled(head, /^MES DE REFERENCIA:?\s*/));
    emittedOn ??= dayOf(labelled(head, /^DATA DE EMISSAO:?\s*/));
  }
  if (month === undefined) throw strange('ISD', 'o mês de referência');
  const states = [...(layouts['ISD']?.states.keys() ?? [])];
  requireSameStates(layouts, states);
  return { month, emittedOn, states, layouts };
};
