import { formatDate } from '#domain/dates.ts';
import { pointText, type Point } from '#domain/financial/monthClosing/points.ts';
import { firstDay, lastDayOf } from '#domain/financial/financialStatement/months.ts';
import { changedValue } from '#domain/financial/changes/values.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { isStatementLine, STATEMENT_LINE_LABELS } from '#domain/statementLines.ts';
import type {
  AccountantFolderStateFragment,
  MonthClosingDetailFragment,
  MonthClosingRowsQuery,
  MonthClosingsQuery,
  MonthClosingState,
  MonthExceptionTextFragment,
} from '#web/generated/financial.ts';
import { dayOf, timeOf } from '#web/ui/index.ts';
import type { Tone } from '#web/ui/StatusPill.tsx';

export type ClosingYear = NonNullable<MonthClosingsQuery['monthClosings']>;
export type YearMonth = ClosingYear['months'][number];
export type Closing = MonthClosingDetailFragment;
export type ChecklistPoint = Closing['points'][number];
export type Exception = MonthExceptionTextFragment;
export type Folder = AccountantFolderStateFragment;
export type PointRow = NonNullable<MonthClosingRowsQuery['rows']>['content'][number];

export const STATES: Record<MonthClosingState, { label: string; tone: Tone }> = {
  OPEN: { label: 'Aberto', tone: 'neutral' },
  PENDING: { label: 'Com pendências', tone: 'warning' },
  CLOSED: { label: 'Fechado', tone: 'in' },
  REOPENED: { label: 'Reaberto', tone: 'violet' },
};

/** "20/11/2026 às 14:02", in the user's time zone. */
export const momentText = (instant: string): string => `${formatDate(dayOf(instant))} às ${timeOf(instant)}`;

export const sumText = (sum: string | null | undefined): string => (sum ? formatCurrency(sum) : '–');

/** "3 documentos sem obra (R$ 1.200,00)". */
export const recordedText = ({ point, count, sum }: { point: Point; count: number; sum: string | null }): string =>
  `${pointText(point, count)}${sum ? ` (${formatCurrency(sum)})` : ''}`;

const TITLES: Record<Point, string> = {
  UNRECONCILED_LINES: 'Linhas de extrato a conciliar',
  PENDING_SUGGESTIONS: 'Sugestões de conciliação a aceitar',
  WALLETS_WITHOUT_STATEMENT: 'Carteiras sem extrato no mês',
  DRIFT: 'Diferença não explicada com o banco',
  UNCLASSIFIED: 'Não classificado no Demonstrativo',
  WITHOUT_BUILDING: 'Documentos sem obra',
  WITHOUT_NUMBER: 'Documentos sem número',
  WITHOUT_ATTACHMENT: 'Documentos sem anexo',
  WITHOUT_PARTNER: 'Despesas sem fornecedor',
  OVERDUE: 'Parcelas vencidas',
};
export const pointTitle = (point: Point): string => TITLES[point];

const transactions = '/home/forms/transactions';

/** Where a row is seen and mended. */
export const rowLink = ({ kind, type, transactionId, walletId }: PointRow, month: string): string => {
  if (kind === 'TRANSACTION' || kind === 'INSTALLMENT')
    return `${transactions}/${type === 'CREDIT' ? 'income' : 'outcome'}?id=${transactionId ?? ''}`;
  return deskLink(walletId ?? '', month);
};

/** The desk of a wallet, with the lines of the month. */
export const deskLink = (walletId: string, month: string): string => {
  const query = new URLSearchParams({ bank: walletId, from: firstDay(month), to: lastDayOf(month) });
  return `${transactions}/ofx-files?${query}`;
};

const FIELDS: Record<string, string> = {
  ...{ documentNumber: 'número', description: 'descrição', grossValue: 'valor', emissionDate: 'emissão' },
  ...{ competenceDate: 'competência', categoryId: 'categoria', partnerId: 'parceiro', installments: 'parcelas' },
  ...{ apportionments: 'rateio', paymentDate: 'data do pagamento', walletId: 'carteira', paymentMethod: 'forma' },
  ...{ increase: 'acréscimo', discount: 'desconto', number: 'parcela', amount: 'valor', date: 'data' },
  ...{ initialBalance: 'saldo inicial', balanceDate: 'data do saldo', statementLine: 'linha do Demonstrativo' },
  ...{ initial_balance: 'saldo inicial', balance_date: 'data do saldo', statement_line: 'linha do Demonstrativo' },
  ...{
    invoiceValue: 'valor da nota',
    base: 'base',
    rate: 'alíquota',
    value: 'valor',
    reason: 'motivo',
    attachment: 'anexo',
  },
  ...{ isCustomerCharged: 'cobrada do cliente', sourceWalletId: 'de', targetWalletId: 'para' },
  ...{ expectedWalletId: 'carteira prevista', preferredPaymentMethod: 'forma prevista', dueDate: 'vencimento' },
};
export const fieldName = (field: string): string => FIELDS[field] ?? field;

const ACTIONS: Record<string, string> = {
  ...{ create: 'criou', update: 'alterou', delete: 'excluiu', pay: 'pagou', undo: 'desfez o pagamento de' },
  ...{ detach: 'removeu anexo de' },
};
const ENTITIES: Record<string, string> = {
  ...{ transaction: 'lançamento', transfer: 'transferência', wallet: 'carteira', category: 'categoria' },
};

/** "Marina alterou lançamento NF 812 · Clima Norte". */
export const changeText = ({ byName, action, entity, name }: Exception['changes'][number]): string =>
  [byName ?? 'Alguém', ACTIONS[action] ?? 'mudou', ENTITIES[entity] ?? entity, name].filter(Boolean).join(' ');

const LINES = ['statementLine', 'statement_line'];

/** A value of the history as a person reads it. */
export const valueText = (field: string, value: string | null): string => {
  if (value === null || value === '') return 'vazio';
  if (LINES.includes(field) && isStatementLine(value)) return STATEMENT_LINE_LABELS[value];
  return changedValue(field, value);
};

/** "12,4 MB". */
export const sizeText = (bytes: string): string =>
  `${(Number(bytes) / 1024 ** 2).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
