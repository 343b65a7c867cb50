import { stripAccents } from '../../../text.ts';
import { decimalSignOf, readTableAmount } from './amounts.ts';
import { readTableDate } from './days.ts';
import type { SingleColumn, TableLayout } from './layout.ts';
import type { BankTable } from './read.ts';

/** Names that banks give to columns, by what they are; the first that fits counts. */
const NAMES: readonly (readonly [SingleColumn | 'memo', RegExp])[] = [
  ['balance', /^saldo/],
  ['moneyIn', /^(credito|entrada|valor credito|creditos)/],
  ['moneyOut', /^(debito|saida|valor debito|debitos)/],
  ['direction', /^(deb.?\s?cred|d\/c|c\/d|tipo d\/c|natureza|credito\/debito|debito\/credito|sinal)/],
  ['amount', /^(valor|amount|montante|quantia)/],
  ['identifier', /^(identificador|id$|id da|fitid|codigo da transacao)/],
  ['document', /^(doc|nr.?\s?doc|n(o|umero)? ?(do )?doc|numero documento|documento)/],
  ['account', /^(conta|nr conta|numero da conta)$/],
  ['date', /^(data|date|dt)\b|^data/],
  ['memo', /^(historico|descricao|lancamento|lancamentos|title|estabelecimento|detalhe|memo|movimentacao|titulo)/],
];

const nameOf = (header: string): string =>
  stripAccents(header)
    .replace(/[_.]/g, ' ')
    .replace(/\(.*?\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const SAMPLE = 200;

/** Share of the filled cells of a column that a test holds for; 0 of an empty column. */
const share = (cells: readonly string[], test: (cell: string) => boolean): number => {
  const full = cells.filter((cell) => cell.trim() !== '');
  return full.length === 0 ? 0 : full.filter(test).length / full.length;
};

/** What the columns of a table probably are: by their names, then by what stands in them. A person confirms it. */
export const guessLayout = ({ headers, rows }: BankTable): TableLayout => {
  const columns = headers.map((_, at) => rows.slice(0, SAMPLE).map(({ cells }) => cells[at] ?? ''));
  const found: Partial<Record<SingleColumn, number>> = {};
  const memo: number[] = [];
  const isTaken = (column: number) => Object.values(found).includes(column) || memo.includes(column);
  const isDate = (at: number) => share(columns[at] ?? [], (cell) => readTableDate(cell) !== null) > 0.5;
  const isAmount = (at: number) => {
    const cells = columns[at] ?? [];
    const sign = decimalSignOf(cells);
    return share(cells, (cell) => readTableAmount(cell, sign) !== null) > 0.7;
  };
  for (const [at, header] of headers.entries()) {
    const [role] = NAMES.find(([, pattern]) => pattern.test(nameOf(header))) ?? [];
    if (role === 'memo') memo.push(at + 1);
    else if (role === 'date' ? isDate(at) && found.date === undefined : role !== undefined && !(role in found))
      found[role as SingleColumn] = at + 1;
  }
  found.date ??= headers.findIndex((_, at) => !isTaken(at + 1) && isDate(at)) + 1 || 1;
  const two = found.moneyIn !== undefined || found.moneyOut !== undefined;
  if (!two && found.amount === undefined) {
    const at = headers.findIndex((_, column) => !isTaken(column + 1) && isAmount(column));
    if (at >= 0) found.amount = at + 1;
  }
  if (two) delete found.amount;
  if (found.amount === undefined) delete found.direction;
  if (memo.length === 0) {
    const longest = headers
      .map((_, at) => at)
      .filter((at) => !isTaken(at + 1) && !isDate(at))
      .map((at) => ({ at, letters: (columns[at] ?? []).join('').replace(/[^\p{L}]/gu, '').length }))
      .sort((a, b) => b.letters - a.letters)[0];
    if (longest && longest.letters > 0) memo.push(longest.at + 1);
  }
  const of = (role: SingleColumn): number | null => found[role] ?? null;
  return {
    ...{ bank: '', date: found.date, memo: memo.slice(0, 4) },
    ...{ amount: of('amount'), moneyIn: of('moneyIn'), moneyOut: of('moneyOut'), direction: of('direction') },
    ...{ document: of('document'), identifier: of('identifier'), balance: of('balance') },
    ...{ account: of('account'), inverted: false },
  };
};
