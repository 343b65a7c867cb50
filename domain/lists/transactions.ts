import { isPositive } from '../money.ts';
import { STATUS_LABELS, type TransactionStatus, type TransactionType } from '../transactions.ts';
import type { ListColumn } from './column.ts';

interface Named {
  name: string;
}

interface Match {
  dueDate: string;
  value: string;
  paidValue: string;
  openValue: string;
  overdueValue: string;
}

/** What the columns read of a transaction; `match` has its shares and due date for the building or period of the filter. */
export interface TransactionRow {
  status: TransactionStatus;
  overdue: boolean;
  documentNumber?: string | null;
  description?: string | null;
  value: string;
  paidValue: string;
  openValue: string;
  referenceDueDate: string;
  emissionDate: string;
  installmentCount: number;
  paidInstallmentCount: number;
  otherBuildingsValue?: string | null;
  category?: Named | null;
  partner?: Named | null;
  apportionments: readonly { building?: Named | null }[];
  match?: Match | undefined;
}

/** Returns the value of the building's shares, or of the whole transaction. */
export const valueOf = ({ match, value }: Pick<TransactionRow, 'match' | 'value'>): string => match?.value ?? value;
export const paidOf = ({ match, paidValue }: TransactionRow): string => match?.paidValue ?? paidValue;
export const openOf = ({ match, openValue }: TransactionRow): string => match?.openValue ?? openValue;

/** Returns the due date by which the list found the transaction. */
export const dueDateOf = ({ match, referenceDueDate }: TransactionRow): string => match?.dueDate ?? referenceDueDate;

/** Returns whether the transaction (with a building, one of its shares) is overdue. */
export const isOverdue = ({ match, overdue }: Pick<TransactionRow, 'match' | 'overdue'>): boolean =>
  // After a payment the cached row has `overdue: false` before the list is refetched.
  overdue && (match === undefined || isPositive(match.overdueValue));

/** Returns the value of the whole transaction where the list shows another one, else null. */
export const wholeValueOf = (row: Pick<TransactionRow, 'match' | 'value'>): string | null =>
  valueOf(row) === row.value ? null : row.value;

/** Returns the buildings of a row: "Residência Alto da Serra +1", "outras obras", "sem obra". */
export const buildingsText = (row: Pick<TransactionRow, 'otherBuildingsValue' | 'apportionments'>): string => {
  const names = [...new Set(row.apportionments.flatMap(({ building }) => building?.name ?? []))];
  const [first] = names;
  if (first === undefined) return row.otherBuildingsValue ? 'outras obras' : 'sem obra';
  const more = names.length - 1 + (row.otherBuildingsValue ? 1 : 0);
  return more > 0 ? `${first} +${more}` : first;
};

export const LIST_TITLES: Readonly<Record<TransactionType, string>> = { DEBIT: 'Despesas', CREDIT: 'Receitas' };

export const PARTNER_TITLES: Readonly<Record<TransactionType, string>> = { DEBIT: 'Fornecedor', CREDIT: 'Cliente' };

/** Value of the whole transaction or installment, beside the share of the list's building. */
export const wholeValueColumn = <Row>(value: (row: Row) => string | null): ListColumn<Row> => ({
  ...{ id: 'wholeValue', title: 'Líquido total (R$)', kind: 'money', value },
});

/** `hasShares`: the values of the list are shares of what its filter names. */
export const transactionColumns = (type: TransactionType, hasShares = false): ListColumn<TransactionRow>[] => [
  { id: 'dueDate', title: 'Vencimento', kind: 'date', value: dueDateOf },
  { id: 'status', title: 'Situação', value: (row) => STATUS_LABELS[isOverdue(row) ? 'OVERDUE' : row.status] },
  { id: 'partner', title: PARTNER_TITLES[type], value: (row) => row.partner?.name },
  { id: 'description', title: 'Descrição', value: (row) => row.description },
  { id: 'documentNumber', title: 'Documento', value: (row) => row.documentNumber },
  { id: 'category', title: 'Categoria', value: (row) => row.category?.name },
  { id: 'building', title: 'Obra', value: buildingsText },
  {
    id: 'installments',
    title: 'Parcelas',
    value: (row) => `${row.paidInstallmentCount}/${row.installmentCount}`,
  },
  ...(hasShares ? [wholeValueColumn(wholeValueOf)] : []),
  { id: 'value', title: 'Líquido (R$)', kind: 'money', value: valueOf },
];

/** Columns of the file besides those of the grid: emission date, paid and open value. */
export const transactionFileColumns = (type: TransactionType): ListColumn<TransactionRow>[] => [
  { id: 'emissionDate', title: 'Emissão', kind: 'date', value: (row) => row.emissionDate },
  { id: 'paidValue', title: type === 'DEBIT' ? 'Pago (R$)' : 'Recebido (R$)', kind: 'money', value: paidOf },
  { id: 'openValue', title: 'Em aberto (R$)', kind: 'money', value: openOf },
];

type Sent = string | null | undefined;

interface PlaceFilter {
  buildingId?: Sent;
  stageId?: Sent;
  withinStageId?: Sent;
}

/** Whether a filter chooses the shares of a building or stage. */
export const hasPlace = ({ buildingId, stageId, withinStageId }: PlaceFilter): boolean =>
  // Null asks for shares without a stage, and for transactions without a building, which are shown whole.
  withinStageId !== undefined || typeof buildingId === 'string' || typeof stageId === 'string';

/** Whether a filter chooses shares of transactions: those of a place, or what was paid in a period. */
export const hasShares = (filter: PlaceFilter & { paidFrom?: Sent; paidTo?: Sent }): boolean =>
  hasPlace(filter) || typeof filter.paidFrom === 'string' || typeof filter.paidTo === 'string';
