import type { ListColumn } from '#domain/lists/column.ts';
import {
  installmentColumns,
  installmentFileColumns,
  installmentValueOf as valueOf,
  wholeInstallmentOf as wholeValueOf,
} from '#domain/lists/installments.ts';
import { buildingsText } from '#domain/lists/transactions.ts';
import { withLooks, type Looks } from '#web/list/columns/withLooks.ts';
import type { TransactionType } from '#web/generated/financial.ts';
import { MoneyText, StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import { dueOn, nameOf, WHOLE_VALUE, wholeText } from '../transactions/list/columns.tsx';
import { CodeMark } from '#web/financial/paymentCodes/CodeMark.tsx';
import { InstallmentStatusPill, statusOf } from '../transactions/InstallmentStatusPill.tsx';
import type { Row } from './row.ts';

const editable = ({ installment, transaction }: Row) => installment.forecast && transaction.canChange;

/** A share cannot be edited, because it follows from the apportionment. */
const editableValue = (row: Row) => editable(row) && wholeValueOf(row) === null;

const looksOf = (type: TransactionType, failed: ReadonlyMap<string, string>, hasShares: boolean): Looks<Row> => ({
  dueDate: {
    ...{ width: 122, sortable: true, editable, towards: 'future' },
    tone: (row) => (statusOf(row.installment) === 'OVERDUE' ? 'out' : undefined),
  },
  status: {
    width: 112,
    render: (row) =>
      failed.has(row.id) ? (
        <StatusPill tone="warning">Recusada</StatusPill>
      ) : (
        <InstallmentStatusPill installment={row.installment} type={type} />
      ),
  },
  partner: { sortable: true, tone: 'strong', minWidth: 150 },
  description: {
    sortable: true,
    tone: (row) => (failed.has(row.id) ? 'out' : 'muted'),
    minWidth: hasShares ? 100 : 130,
  },
  documentNumber: { width: 118, sortable: true },
  category: { minWidth: 110 },
  building: { ofBuilding: true, minWidth: hasShares ? 80 : 130 },
  number: {
    ...{ width: 80, align: 'center' },
    render: ({ installment, transaction }) => (
      <CodeMark code={installment.paymentCode}>
        {installment.number}/{transaction.installmentCount}
      </CodeMark>
    ),
  },
  wholeValue: WHOLE_VALUE,
  value: { width: 124, pinned: 'right', sortable: true, editable: editableValue },
});

/** Tells the reason of a row that the last bulk command rejected. */
const telling = (column: Column<Row>, failed: ReadonlyMap<string, string>): Column<Row> =>
  column.id === 'status' || column.id === 'description'
    ? { ...column, value: (row) => failed.get(row.id) ?? column.value(row) }
    : column;

/** Columns of the file: those of the grid, and others. */
export const plainColumns = (type: TransactionType, hasShares = false): ListColumn<Row>[] =>
  installmentColumns<Row>(type, { statusOf: ({ installment }) => statusOf(installment), hasShares });

/**
 * One row per installment; `failed` has the reasons of the rows that the last bulk command rejected. `hasShares`: the
 * list is filtered by a building, and its values are that building's shares.
 */
export const gridColumns = (
  type: TransactionType,
  failed: ReadonlyMap<string, string>,
  hasShares = false,
): Column<Row>[] =>
  withLooks<Row>(plainColumns(type, hasShares), looksOf(type, failed, hasShares)).map((column) =>
    telling(column, failed),
  );

/** Additional columns of the exported file. */
export const fileColumns = (type: TransactionType): Column<Row>[] =>
  withLooks<Row>(installmentFileColumns(type), { paymentDate: { paper: true } });

/** Card with a checkbox that opens the transaction; a rejected row shows the reason. */
export const installmentCard = (row: Row, refusal: string | undefined): CardItem => {
  const { installment, transaction } = row;
  const part = transaction.installmentCount > 1 && `${installment.number}/${transaction.installmentCount}`;
  const about = [
    wholeText(wholeValueOf(row)),
    part,
    transaction.partner && transaction.description,
    buildingsText(transaction),
  ];
  return {
    id: row.id,
    group: dueOn(installment.dueDate, valueOf(row)),
    title: nameOf(transaction),
    selectLabel: `Selecionar ${nameOf(transaction)}, parcela ${installment.number}`,
    meta: refusal ?? about.filter(Boolean).join(' · '),
    end: <MoneyText value={valueOf(row)} symbol={false} strong />,
    endMeta:
      refusal === undefined ? (
        <InstallmentStatusPill installment={row.installment} type={row.transaction.type} />
      ) : (
        <StatusPill tone="warning">Recusada</StatusPill>
      ),
  };
};
