import { add, isNegative, negate } from '#domain/money.ts';
import type { StatementLine } from '#schema/financial/wallets.rest.ts';
import { allOf } from '../../platform/access.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Asked, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { statementFigures, statementLines } from '../wallets/statement.ts';

const KIND: Record<StatementLine['kind'], string> = {
  CREDIT: 'Recebimento',
  DEBIT: 'Pagamento',
  TRANSFER_IN: 'Transferência recebida',
  TRANSFER_OUT: 'Transferência enviada',
};

const PAGE = 2_000;

const rowOf = ({
  date,
  kind,
  amount,
  balance,
  description,
  partnerName,
  documentNumber,
  otherWallet,
}: StatementLine): Row => {
  const out = isNegative(amount);
  return {
    cells: [
      ...[date, KIND[kind], partnerName ?? otherWallet?.name ?? '', documentNumber ?? '', description ?? ''],
      ...(out ? [null, negate(amount)] : [amount, null]),
      balance,
    ],
  };
};

const read = async (trx: Trx, { session, companyId, wallet, from, to }: Asked): Promise<Content> => {
  if (!wallet) throw notFound('Carteira não encontrada.');
  const question = { session, companyId, walletId: wallet.id, from, to };
  const figures = await statementFigures(trx, question);
  if (!figures) throw notFound('Carteira não encontrada.');
  const { openingBalance, closingBalance, moneyIn, moneyOut, lines: count } = figures;
  const balance = (label: string, value: string): Row => ({
    ...{ strong: true, cells: [null, label, null, null, null, null, null, value] },
  });
  const rows = async function* (): AsyncGenerator<Row> {
    if (count === 0) return;
    yield balance('Saldo anterior', openingBalance);
    let opening = openingBalance;
    for (let offset = 0; offset < count; offset += PAGE) {
      const lines = await statementLines(trx, question, { openingBalance, offset, newestFirst: false, limit: PAGE });
      yield* lines.map(rowOf);
      opening = lines.at(-1)?.balance ?? opening;
    }
    yield balance('Saldo final', opening);
  };
  return {
    columns: [
      { title: 'Data', kind: 'DATE', width: 12 },
      { title: 'Movimento', kind: 'TEXT', width: 22 },
      { title: 'Parceiro ou carteira', kind: 'TEXT', width: 26 },
      { title: 'Documento', kind: 'TEXT', width: 14 },
      { title: 'Descrição', kind: 'TEXT', width: 30 },
      { title: 'Entrada', kind: 'MONEY', width: 15, sum: true },
      { title: 'Saída', kind: 'MONEY', width: 15, sum: true },
      { title: 'Saldo', kind: 'MONEY', width: 16 },
    ],
    rows: rows(),
    summary: {
      // Both balances are rows, too.
      count: count === 0 ? 0 : count + 2,
      totals: ['Total', null, null, null, null, moneyIn, moneyOut, add(openingBalance, moneyIn, negate(moneyOut))],
    },
    totals: ['Total', null, null, null, null, moneyIn, moneyOut, closingBalance],
  };
};

export const walletReport: ReportDescription = {
  ...{ report: 'wallet-statement', title: 'Extrato de carteira', group: 'FINANCIAL' },
  description: 'Movimentos de uma carteira, com o saldo após cada um',
  ...{ access: allOf('DEBIT', 'CREDIT'), period: 'DAYS', wallet: true, landscape: true, read },
};
