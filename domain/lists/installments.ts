import { installmentLabel, type InstallmentStatus, type TransactionType } from '../transactions.ts';
import type { ListColumn } from './column.ts';
import { buildingsText, PARTNER_TITLES, wholeValueColumn, type TransactionRow } from './transactions.ts';

/** What the columns read of an installment; `match` has its share of the building of the filter. */
export interface InstallmentRow {
  installment: {
    number: number;
    dueDate: string;
    paymentDate?: string | null;
    value: string;
    wallet?: { identifier: string } | null;
  };
  transaction: Pick<
    TransactionRow,
    | 'documentNumber'
    | 'description'
    | 'installmentCount'
    | 'otherBuildingsValue'
    | 'category'
    | 'partner'
    | 'apportionments'
  >;
  match?: { value: string } | undefined;
}

/** Returns the value of the building's share, or of the whole installment. */
export const installmentValueOf = ({ match, installment }: InstallmentRow): string => match?.value ?? installment.value;

/** Returns the value of the whole installment where the list shows another one, else null. */
export const wholeInstallmentOf = (row: InstallmentRow): string | null =>
  installmentValueOf(row) === row.installment.value ? null : row.installment.value;

export const INSTALLMENT_LIST_TITLES: Readonly<Record<TransactionType, string>> = {
  DEBIT: 'Despesas beta',
  CREDIT: 'Receitas beta',
};

interface Shown<Row> {
  statusOf: (row: Row) => InstallmentStatus;
  /** The values of the list are shares of what its filter names. */
  hasShares: boolean;
}

export const installmentColumns = <Row extends InstallmentRow>(
  type: TransactionType,
  { statusOf, hasShares }: Shown<Row>,
): ListColumn<Row>[] => [
  { id: 'dueDate', title: 'Vencimento', kind: 'date', value: ({ installment }) => installment.dueDate },
  { id: 'status', title: 'Situação', value: (row) => installmentLabel(statusOf(row), type) },
  { id: 'partner', title: PARTNER_TITLES[type], value: ({ transaction }) => transaction.partner?.name },
  { id: 'description', title: 'Descrição', value: ({ transaction }) => transaction.description },
  { id: 'documentNumber', title: 'Documento', value: ({ transaction }) => transaction.documentNumber },
  { id: 'category', title: 'Categoria', value: ({ transaction }) => transaction.category?.name },
  { id: 'building', title: 'Obra', value: ({ transaction }) => buildingsText(transaction) },
  {
    id: 'number',
    title: 'Parcela',
    value: ({ installment, transaction }) => `${installment.number}/${transaction.installmentCount}`,
  },
  ...(hasShares ? [wholeValueColumn<Row>(wholeInstallmentOf)] : []),
  { id: 'value', title: 'Líquido (R$)', kind: 'money', value: installmentValueOf },
];

/** Columns of the file besides those of the grid: payment date and wallet. */
export const installmentFileColumns = (type: TransactionType): ListColumn<InstallmentRow>[] => [
  {
    id: 'paymentDate',
    title: type === 'DEBIT' ? 'Pagamento' : 'Recebimento',
    kind: 'date',
    value: ({ installment }) => installment.paymentDate,
  },
  { id: 'wallet', title: 'Carteira', value: ({ installment }) => installment.wallet?.identifier },
];
