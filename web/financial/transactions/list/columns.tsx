import { formatDate } from '#domain/dates.ts';
import {
  buildingsText,
  dueDateOf,
  isOverdue,
  transactionColumns,
  transactionFileColumns,
  valueOf,
  wholeValueOf,
} from '#domain/lists/transactions.ts';
import { formatCurrency } from '#domain/money.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { withLooks, type Looks } from '#web/list/columns/withLooks.ts';
import { MoneyText, type CardGroup, type CardItem, type Column } from '#web/ui/index.ts';
import { TransactionStatusPill } from '../TransactionStatusPill.tsx';
import { words } from '../words.ts';
import type { ListRow as Row } from './matching.ts';

/** Look of the value of the whole transaction or installment, beside the share of the list's building. */
export const WHOLE_VALUE = { width: 130, pinned: 'right', tone: 'muted' } as const;

const looksOf = (hasShares: boolean): Looks<Row> => ({
  dueDate: { width: 122, sortable: true, tone: (row) => (isOverdue(row) ? 'out' : undefined) },
  status: {
    width: 106,
    sortable: true,
    render: (row) => <TransactionStatusPill transaction={{ ...row, overdue: isOverdue(row) }} />,
  },
  partner: { sortable: true, tone: 'strong', minWidth: 150 },
  description: { sortable: true, tone: 'muted', minWidth: hasShares ? 100 : 130 },
  documentNumber: { width: 118, sortable: true },
  category: { minWidth: 110 },
  building: { ofBuilding: true, minWidth: hasShares ? 80 : 130 },
  installments: { width: 84, align: 'center' },
  wholeValue: WHOLE_VALUE,
  value: { width: 124, pinned: 'right', sortable: true },
});

/** `hasShares`: the list is filtered by a building, and its values are that building's shares. */
export const gridColumns = (type: TransactionType, hasShares = false): Column<Row>[] =>
  withLooks<Row>(transactionColumns(type, hasShares), looksOf(hasShares));

/** Additional columns of the exported file. */
export const fileColumns = (type: TransactionType): Column<Row>[] =>
  withLooks<Row>(transactionFileColumns(type), { openValue: { paper: true } });

/** Sums of the days on a page, by the title of their cards; undefined where they were not asked for. */
export const sumsByDay = (days: readonly { date: string; value: string }[] | undefined) =>
  days && new Map(days.map(({ date, value }) => [formatDate(date), value]));

/** Groups cards by due date, with the sum of the day. */
export const dueOn = (day: string, amount: string): CardGroup => ({
  title: formatDate(day),
  label: `Vencimento ${formatDate(day)}`,
  amount,
});

/** Returns "de R$ 1.000,00": the whole value beside a share. */
export const wholeText = (value: string | null): string | null => value && `de ${formatCurrency(value)}`;

/** Returns the partner's name, else the description. */
export const nameOf = ({ partner, description, type }: Pick<Row, 'partner' | 'description' | 'type'>): string =>
  partner?.name ?? description ?? words[type].noPartner;

export const transactionCard = (row: Row): CardItem => ({
  id: row.id,
  group: dueOn(dueDateOf(row), valueOf(row)),
  title: nameOf(row),
  meta: [wholeText(wholeValueOf(row)), row.partner && row.description, buildingsText(row)].filter(Boolean).join(' · '),
  end: <MoneyText value={valueOf(row)} symbol={false} strong />,
  endMeta: <TransactionStatusPill transaction={{ ...row, overdue: isOverdue(row) }} />,
});
