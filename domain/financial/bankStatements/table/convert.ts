import { add } from '../../../money.ts';
import { type Money, ZERO } from '../../../cents.ts';
import type { IsoDate } from '../../../dates.ts';
import { type BankAccount, type BankLine, type BankStatement, isBalanceLine } from '../reader.ts';
import { type DecimalSign, decimalSignOf, readDirection, readTableAmount } from './amounts.ts';
import { readTableDate } from './days.ts';
import type { TableLayout } from './layout.ts';
import type { BankTable } from './read.ts';

/** Why a table cannot be read by a layout, at its field. */
export class UnreadableColumn extends Error {
  constructor(
    readonly field: keyof TableLayout,
    message: string,
  ) {
    super(message);
  }
}

const LONGEST = { memo: 500, id: 255, document: 60, account: 40 };
const MOST_ACCOUNTS = 50;

interface Row {
  /** From 1, below the headers. */
  number: number;
  cells: readonly string[];
  raw: string;
}

const cut = (text: string, length: number): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '');

/** What a row says whose memo is blank. */
const wordsOf = ({ cells }: Row): string => cut(cells.filter((cell) => cell.trim() !== '').join(' · '), LONGEST.memo);

/** In a table, a line without an id of its own is a balance by its whole name alone. */
const isBalance = (memo: string, amount: Money): boolean => isBalanceLine({ memo, amount, fitId: memo });

const shown = (cell: string): string => `“${cut(cell, 40)}”`;

/** Nothing, signs and zeros. */
const isBlank = (cell: string): boolean => /^[\s\-–.,0]*$/.test(cell);

const fail = (field: keyof TableLayout, { number }: Row, what: string): never => {
  throw new UnreadableColumn(field, `Linha ${number}: ${what}`);
};

type AmountColumn = 'amount' | 'moneyIn' | 'moneyOut' | 'balance';

class Converter {
  readonly accounts = new Map<string, BankAccount & { balances: (Money | null)[] }>();
  readonly #signs: Readonly<Record<AmountColumn, DecimalSign>>;
  #last: BankLine | null = null;
  #positions = 0;

  constructor(
    readonly table: BankTable,
    readonly layout: TableLayout,
    readonly named: { branch: string; number: string },
  ) {
    const signOf = (field: AmountColumn) => {
      const column = layout[field];
      return column === null ? null : decimalSignOf(table.rows.map(({ cells }) => cells[column - 1] ?? ''));
    };
    this.#signs = {
      ...{ amount: signOf('amount'), moneyIn: signOf('moneyIn'), moneyOut: signOf('moneyOut') },
      balance: signOf('balance'),
    };
  }

  take(row: Row): void {
    const date = this.#text(row, this.layout.date);
    const amount = this.#amountOf(row);
    const memo = this.#memoOf(row);
    const previous = this.#last;
    if (date === '' && amount === null && memo !== '' && previous && !previous.balance) {
      // The second row of a memo.
      previous.memo = cut(`${previous.memo} ${memo}`, LONGEST.memo);
      previous.raw = `${previous.raw}\n${row.raw}`;
      return;
    }
    this.#add(row, this.#lineOf(row, { date, amount, memo }));
  }

  #lineOf(row: Row, { date: told, amount, memo }: { date: string; amount: Money | null; memo: string }): BankLine {
    const { layout } = this;
    const fitId = layout.identifier === null ? '' : cut(this.#text(row, layout.identifier), LONGEST.id);
    const date = readTableDate(told) ?? (told === '' && !this.#isTotal(row) ? this.#dateBefore(amount) : null);
    const balance = amount === null || isBalance(memo, amount) || (date === null && this.#isTotal(row));
    if (!balance && date === null) fail('date', row, told === '' ? 'falta a data.' : `${shown(told)} não é uma data.`);
    this.#positions += 1;
    return {
      ...{ position: this.#positions, type: '', date, amount: date === null ? null : amount, fitId, balance },
      ...{ memo: memo === '' && balance ? wordsOf(row) : memo, raw: row.raw },
      document: layout.document === null ? '' : this.#documentOf(row, layout.document),
    };
  }

  /** Some banks write a day once, above all of its lines. */
  #dateBefore(amount: Money | null): IsoDate | null {
    return amount !== null && this.#last && !this.#last.balance ? this.#last.date : null;
  }

  /** "Total" and balances that stand below the lines. */
  #isTotal({ cells }: Row): boolean {
    return cells.some((cell) => /^\W*(total|totais|saldos?)\b/i.test(cell));
  }

  #documentOf(row: Row, column: number): string {
    const document = cut(this.#text(row, column), LONGEST.document);
    return isBlank(document) ? '' : document;
  }

  #text({ cells }: Row, column: number): string {
    return (cells[column - 1] ?? '').trim();
  }

  #memoOf(row: Row): string {
    const parts = this.layout.memo.map((column) => this.#text(row, column)).filter((part) => part !== '');
    return cut([...new Set(parts)].join(' '), LONGEST.memo);
  }

  /** Of a cell with a number; null of a blank one. */
  #numberOf(row: Row, field: AmountColumn): Money | null {
    const column = this.layout[field];
    if (column === null) return null;
    const cell = this.#text(row, column);
    if (cell === '' || cell === '-' || cell === '–') return null;
    return (
      readTableAmount(cell, this.#signs[field]) ?? fail(field, row, `${shown(cell)} não é um valor, ou pode ser dois.`)
    );
  }

  /** What the row moves, money in positive; null where its cells are blank. */
  #amountOf(row: Row): Money | null {
    const { layout } = this;
    const signed = layout.amount === null ? this.#twoColumns(row) : this.#oneColumn(row);
    return signed === null || !layout.inverted ? signed : negated(signed);
  }

  #oneColumn(row: Row): Money | null {
    const amount = this.#numberOf(row, 'amount');
    if (amount === null || this.layout.direction === null || amount === ZERO) return amount;
    const word = this.#text(row, this.layout.direction);
    const direction = readDirection(word) ?? fail('direction', row, `${shown(word)} não diz se é crédito ou débito.`);
    return direction > 0 ? unsigned(amount) : negated(unsigned(amount));
  }

  #twoColumns(row: Row): Money | null {
    const [moneyIn, moneyOut] = [this.#numberOf(row, 'moneyIn'), this.#numberOf(row, 'moneyOut')];
    const both = [moneyIn, moneyOut].filter((amount) => amount !== null && amount !== ZERO);
    if (both.length === 2 && !this.#isTotal(row)) fail('moneyOut', row, 'há valor de entrada e de saída.');
    if (moneyIn !== null && moneyIn !== ZERO) return unsigned(moneyIn);
    if (moneyOut !== null && moneyOut !== ZERO) return negated(unsigned(moneyOut));
    return moneyIn ?? moneyOut;
  }

  #add(row: Row, line: BankLine): void {
    const number = this.layout.account === null ? '' : cut(this.#text(row, this.layout.account), LONGEST.account);
    // What stands below the lines, without an account, is of the last one.
    const key = number === '' && this.layout.account !== null ? ([...this.accounts.keys()].at(-1) ?? '') : number;
    const account = this.accounts.get(key) ?? this.#begin(key);
    account.lines.push(line);
    account.balances.push(line.balance ? null : this.#numberOf(row, 'balance'));
    this.#last = line;
  }

  #begin(number: string) {
    const account = {
      ...{ bank: cut(this.layout.bank, LONGEST.account), kind: '', currency: '', ledger: null },
      branch: number === '' ? this.named.branch : '',
      number: number === '' ? this.named.number : number,
      ...{ start: null, end: null, lines: [], balances: [] },
    };
    this.accounts.set(number, account);
    return account;
  }
}

const unsigned = (amount: Money): Money => amount.replace(/^-/, '');
const negated = (amount: Money): Money =>
  amount === ZERO ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

/** The balance after the newest line, where every balance follows from the one before it; null otherwise. */
const ledgerOf = ({ lines, balances }: BankAccount & { balances: (Money | null)[] }): BankAccount['ledger'] => {
  const moves = lines.flatMap(({ date, amount, balance }, at) => {
    const told = balances[at] ?? null;
    return balance || date === null || amount === null || told === null ? [] : [{ date, amount, told }];
  });
  if (moves.length < 2 || moves.length !== lines.filter(({ balance }) => !balance).length) return null;
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last) return null;
  const holds = (upwards: boolean): boolean =>
    moves.every((move, at) => {
      const before = moves[upwards ? at - 1 : at + 1];
      return !before || add(before.told, move.amount) === move.told;
    });
  if (holds(true) && first.date <= last.date) return { amount: last.told, date: last.date };
  if (holds(false) && last.date <= first.date) return { amount: first.told, date: first.date };
  return null;
};

/** "Agência: 0441 Conta: 33810-2" above the lines. */
const namedAccount = (preamble: string): { branch: string; number: string } => {
  const of = (pattern: RegExp) => pattern.exec(preamble)?.[1]?.trim() ?? '';
  return {
    branch: of(/\bag(?:[êe]ncia|\.)?[\s:;,"]*(\d[\d.-]{0,9})/i).slice(0, LONGEST.account),
    number: of(/\b(?:conta(?:\s+corrente)?|c\/c|cc)(?:\s*n[ºo°.]*)?[\s:;,"]*(\d[\d.-]{2,20}(?:-?[\dXx])?)/i).slice(
      0,
      LONGEST.account,
    ),
  };
};

/**
 * The statement that a table is by a layout. Nothing of it is dropped: totals and balances stand among the lines.
 * @throws UnreadableColumn at the column whose cell cannot be read
 */
export const statementOf = (table: BankTable, layout: TableLayout): BankStatement => {
  const converter = new Converter(table, layout, namedAccount(table.preamble));
  for (const [at, { cells, raw }] of table.rows.entries()) converter.take({ number: at + 1, cells, raw });
  const accounts = [...converter.accounts.values()].map(({ balances, ...account }) => {
    const days = account.lines.flatMap(({ date, balance }) => (date === null || balance ? [] : [date])).sort();
    return {
      ...account,
      ...{ start: days[0] ?? null, end: days.at(-1) ?? null, ledger: ledgerOf({ ...account, balances }) },
    };
  });
  if (!accounts.some(({ lines }) => lines.some(({ balance }) => !balance)))
    throw new UnreadableColumn('date', 'Nenhuma linha tem data e valor nas colunas escolhidas.');
  if (accounts.length > MOST_ACCOUNTS)
    throw new UnreadableColumn('account', 'Esta coluna tem valores demais para ser a da conta.');
  return { dialect: 'CSV', accounts };
};
