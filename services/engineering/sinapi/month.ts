import type { Regime } from '#domain/engineering/publishedPrices.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { stripAccents } from '#domain/text.ts';
import type { ImportCounts } from '#schema/engineering/imports/costDatabaseImport.ts';
import { JobRefused } from '../../platform/jobs/kinds.ts';
import { COMPOSITION_SHEETS, INPUT_SHEETS, LINES_SHEET, type WorkbookFacts } from './layout.ts';
import { readLines, readPrices, type LineRow, type PriceRow } from './reader.ts';
import { Report } from './report.ts';
import type { Workbook } from './workbook.ts';

/** State whose prices count where another has none. */
export const FALLBACK_STATE = 'SP';

/** What an input or a composition is, whatever it costs; `key` finds it whatever the case of its code. */
export interface Definition {
  key: string;
  code: string;
  name: string;
  unit: string;
  group: string | null;
}

/** Prices of a row, in the order of the states of the month, as one text: a tenth of the memory of single ones. */
export interface PricedRow {
  row: number;
  /** "57.86;;12": nothing where there is no price. */
  prices: string;
}

export interface Line {
  row: number;
  kind: LineRow['kind'];
  key: string;
  coefficient: string;
}

/** The published prices of a month, as the file has them. */
export interface Month {
  /** Of each row's prices: the chosen ones first, then that of the fallback. */
  states: readonly string[];
  inputs: Map<string, Definition>;
  compositions: Map<string, Definition>;
  /** By sheet and key. */
  prices: Map<string, Map<string, PricedRow>>;
  /** Lines of compositions by key. */
  lines: Map<string, Line[]>;
  /** Codes of rows that were rejected, by what they are. */
  rejected: { INPUT: Set<string>; COMPOSITION: Set<string> };
  /** Sheet and key of the rejected rows of prices: "ISD 370". */
  rejectedIn: Set<string>;
  /** Compositions with a rejected line. */
  brokenLines: Set<string>;
  report: Report;
}

export interface Choice {
  states: readonly string[];
  regimes: readonly Regime[];
}

/** How far the reading of a sheet has come. */
export interface SheetProgress {
  sheet: string;
  rows: number;
  prices: number;
  withoutPrice: number;
  /** Of all sheets so far. */
  counts: ImportCounts;
}

export const keyOf = (code: string): string => stripAccents(code);

/** "AC, AP e TO" */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}`;

export const sheetsOf = ({ regimes }: Pick<Choice, 'regimes'>): string[] => [
  ...regimes.map((regime) => INPUT_SHEETS[regime]),
  ...regimes.map((regime) => COMPOSITION_SHEETS[regime]),
];

/** Rows of a sheet below which it is too small to be called suspicious. */
const FEW = 20;

/** @throws JobRefused for a sheet whose numbers cannot be prices */
const refuseSuspicious = (
  sheet: string,
  { rows, equal, prices, blank }: { rows: number; equal: number; prices: number; blank: number },
): void => {
  if (rows < FEW) return;
  const suspicious = (what: string) =>
    new JobRefused(`Arquivo suspeito: na aba "${sheet}", ${what}. Nada foi gravado; confira a planilha.`);
  if (equal * 20 > rows) {
    throw suspicious(`${formatCount(equal)} de ${formatCount(rows)} linhas têm o preço igual ao código`);
  }
  if (blank * 2 > prices + blank) {
    throw suspicious(`${formatCount(blank)} de ${formatCount(prices + blank)} preços estão em branco`);
  }
};

/** Reads one sheet of prices into the month. */
class SheetReader {
  readonly #month: Month;
  readonly #sheet: string;
  readonly #chosen: number;
  readonly #rows = new Map<string, PricedRow>();
  readonly #definitions: Map<string, Definition>;
  readonly #firstSheet: Map<string, string>;
  #equal = 0;
  #blank = 0;
  #prices = 0;

  constructor(month: Month, sheet: string, chosen: number, firstSheet: Map<string, string>) {
    this.#month = month;
    this.#sheet = sheet;
    this.#chosen = chosen;
    this.#firstSheet = firstSheet;
    this.#definitions = sheet.startsWith('I') ? month.inputs : month.compositions;
    month.prices.set(sheet, this.#rows);
  }

  get figures() {
    return { rows: this.#rows.size, equal: this.#equal, prices: this.#prices, blank: this.#blank };
  }

  #tell(row: PriceRow, outcome: 'REJECTED' | 'IGNORED' | 'WARNING' | 'NO_PRICE', text: string): void {
    this.#month.report.tell({ sheet: this.#sheet, row: row.row, code: row.code, name: row.name, outcome, text });
  }

  reject(code: string | null): void {
    if (code === null) return;
    this.#month.rejected[this.#sheet.startsWith('I') ? 'INPUT' : 'COMPOSITION'].add(keyOf(code));
    this.#month.rejectedIn.add(`${this.#sheet} ${keyOf(code)}`);
  }

  #refuse(row: PriceRow, text: string): void {
    this.#tell(row, 'REJECTED', text);
    this.reject(row.code);
  }

  /** A row whose code stands above already: the same again, or a contradiction. */
  #isRepeated(row: PriceRow, key: string, prices: string): boolean {
    const known = this.#rows.get(key);
    if (!known) return false;
    const definition = this.#definitions.get(key);
    if (known.prices === prices && definition?.name === row.name && definition.unit === row.unit) {
      this.#tell(row, 'IGNORED', `Igual à linha ${formatCount(known.row)}.`);
    } else this.#refuse(row, `Código repetido: a linha ${formatCount(known.row)} tem outros dados.`);
    return true;
  }

  /** Whether the row says the same of its code as the sheet that had it first. */
  #agrees(row: PriceRow, key: string): boolean {
    const { code, name, unit, group } = row;
    const known = this.#definitions.get(key);
    if (!known) {
      this.#definitions.set(key, { key, code, name, unit, group });
      this.#firstSheet.set(key, this.#sheet);
      return true;
    }
    const where = this.#firstSheet.get(key) ?? '';
    if (known.unit !== unit) {
      this.#refuse(row, `Unidade "${unit}" na aba ${this.#sheet} e "${known.unit}" na aba ${where}.`);
      return false;
    }
    if (known.name !== name) this.#tell(row, 'WARNING', `Descrição diferente da aba ${where}: vale a da ${where}.`);
    return true;
  }

  add(row: PriceRow): void {
    const key = keyOf(row.code);
    const prices = row.prices.map((price) => price ?? '').join(';');
    if (this.#isRepeated(row, key, prices) || !this.#agrees(row, key)) return;
    this.#rows.set(key, { row: row.row, prices });
    const chosen = row.prices.slice(0, this.#chosen);
    const blank = this.#month.states.filter((_state, index) => index < chosen.length && chosen[index] === null);
    this.#blank += blank.length;
    this.#prices += chosen.length - blank.length;
    if (chosen.includes(row.code)) this.#equal += 1;
    if (blank.length > 0) {
      const where = blank.length === chosen.length && blank.length > 1 ? 'todos os estados' : listed(blank);
      this.#tell(row, 'NO_PRICE', `Preço em branco em ${where}: fica sem preço.`);
    }
  }
}

const emptyMonth = (states: readonly string[]): Month => ({
  states,
  inputs: new Map(),
  compositions: new Map(),
  prices: new Map(),
  lines: new Map(),
  rejected: { INPUT: new Set(), COMPOSITION: new Set() },
  rejectedIn: new Set(),
  brokenLines: new Set(),
  report: new Report(),
});

export interface Reading {
  workbook: Workbook;
  facts: WorkbookFacts;
  choice: Choice;
  /** Called after each batch; throws when the reading is to stop. */
  onProgress(progress: SheetProgress): void;
}

const readSheet = async (
  month: Month,
  { workbook, facts, choice, onProgress }: Reading,
  sheet: string,
  firstSheet: Map<string, string>,
): Promise<void> => {
  const reader = new SheetReader(month, sheet, choice.states.length, firstSheet);
  let rows = 0;
  for await (const batch of readPrices(workbook, facts, sheet, month.states)) {
    rows += batch.length;
    month.report.count(batch.length);
    for (const read of batch) {
      if ('value' in read) reader.add(read.value);
      else if ('rejected' in read || 'ignored' in read) tellUnused(month.report, sheet, read);
      if ('rejected' in read) reader.reject(read.rejected.code);
    }
    const { prices, blank } = reader.figures;
    onProgress({ sheet, rows, prices, withoutPrice: blank, counts: month.report.counts });
  }
  refuseSuspicious(sheet, reader.figures);
};

type Unused = { row: number; code: string | null; problem: string };

const tellUnused = (
  report: Report,
  sheet: string,
  read: { rejected: Unused } | { ignored: Unused },
  name: string | null = null,
): void => {
  const outcome = 'rejected' in read ? 'REJECTED' : 'IGNORED';
  const { row, code, problem } = 'rejected' in read ? read.rejected : read.ignored;
  report.tell({ sheet, row, code, name, outcome, text: problem });
};

/** Why a line cannot be kept; undefined when it can. */
const problemOf = (month: Month, line: LineRow, composition: string, child: string): string | undefined => {
  if (!month.compositions.has(composition)) {
    return month.rejected.COMPOSITION.has(composition)
      ? `A composição ${line.composition} foi recusada.`
      : `A composição ${line.composition} não está nas abas de preços.`;
  }
  const isInput = line.kind === 'INPUT';
  if ((isInput ? month.inputs : month.compositions).has(child)) return undefined;
  const what = isInput ? `O insumo ${line.code}` : `A composição ${line.code}`;
  if (month.rejected[line.kind].has(child)) return `${what} foi ${isInput ? 'recusado' : 'recusada'}.`;
  return `${what} não está nas abas de preços.`;
};

const addLine = (month: Month, line: LineRow): void => {
  const composition = keyOf(line.composition);
  const key = keyOf(line.code);
  const problem = problemOf(month, line, composition, key);
  if (problem === undefined) {
    const lines = month.lines.get(composition) ?? [];
    month.lines.set(composition, lines);
    lines.push({ row: line.row, kind: line.kind, key, coefficient: line.coefficient });
    return;
  }
  const name = month.compositions.get(composition)?.name ?? null;
  const read = { row: line.row, code: line.composition, problem };
  // Lines of a composition that was rejected above are no further fault.
  const isConsequence = month.rejected.COMPOSITION.has(composition) && !month.compositions.has(composition);
  tellUnused(month.report, LINES_SHEET, isConsequence ? { ignored: read } : { rejected: read }, name);
  month.brokenLines.add(composition);
};

const readAllLines = async (month: Month, { workbook, facts, onProgress }: Reading): Promise<void> => {
  let rows = 0;
  for await (const batch of readLines(workbook, facts)) {
    rows += batch.length;
    month.report.count(batch.length);
    for (const read of batch) {
      if ('value' in read) addLine(month, read.value);
      else if ('rejected' in read || 'ignored' in read) tellUnused(month.report, LINES_SHEET, read);
      if ('rejected' in read && read.rejected.code !== null) {
        month.brokenLines.add(keyOf(read.rejected.code));
      }
    }
    onProgress({ sheet: LINES_SHEET, rows, prices: 0, withoutPrice: 0, counts: month.report.counts });
  }
};

/** Reads the sheets of the chosen regimes. @throws JobRefused for a suspicious file */
export const readMonth = async (reading: Reading): Promise<Month> => {
  const { facts, choice } = reading;
  const fallback = facts.states.includes(FALLBACK_STATE) && !choice.states.includes(FALLBACK_STATE);
  const month = emptyMonth([...choice.states, ...(fallback ? [FALLBACK_STATE] : [])]);
  const firstSheets = { I: new Map<string, string>(), C: new Map<string, string>() };
  for (const sheet of sheetsOf(choice)) {
    await readSheet(month, reading, sheet, sheet.startsWith('I') ? firstSheets.I : firstSheets.C);
  }
  await readAllLines(month, reading);
  return month;
};
