import type { TransactionRowFragment } from '#web/generated/financial.ts';
import type { Column } from '#web/ui/index.ts';
import { TransactionStatusPill } from '../TransactionStatusPill.tsx';

type Row = TransactionRowFragment;

/** "Residência Alto da Serra +1", "outras obras", "sem obra". */
export const buildingsText = (row: Row): string => {
  const names = [...new Set(row.apportionments.flatMap(({ building }) => building?.name ?? []))];
  const [first] = names;
  if (first === undefined) return row.otherBuildingsValue ? 'outras obras' : 'sem obra';
  const more = names.length - 1 + (row.otherBuildingsValue ? 1 : 0);
  return more > 0 ? `${first} +${more}` : first;
};

export const transactionColumns: Column<Row>[] = [
  {
    id: 'dueDate',
    title: 'Vencimento',
    kind: 'date',
    width: 122,
    sortable: true,
    value: (row) => row.referenceDueDate,
    tone: (row) => (row.overdue ? 'out' : undefined),
  },
  {
    id: 'status',
    title: 'Situação',
    width: 106,
    sortable: true,
    value: (row) => row.status,
    render: (row) => <TransactionStatusPill transaction={row} />,
  },
  {
    id: 'partner',
    title: 'Fornecedor',
    sortable: true,
    tone: 'strong',
    minWidth: 150,
    value: (row) => row.partner?.name,
  },
  {
    id: 'description',
    title: 'Descrição',
    sortable: true,
    tone: 'muted',
    minWidth: 130,
    value: (row) => row.description,
  },
  { id: 'documentNumber', title: 'Documento', width: 118, sortable: true, value: (row) => row.documentNumber },
  { id: 'category', title: 'Categoria', minWidth: 110, value: (row) => row.category?.name },
  { id: 'building', title: 'Obra', minWidth: 130, value: buildingsText },
  {
    id: 'installments',
    title: 'Parcelas',
    width: 84,
    align: 'center',
    value: (row) => `${row.paidInstallmentCount}/${row.installmentCount}`,
  },
  {
    id: 'value',
    title: 'Valor (R$)',
    kind: 'money',
    width: 128,
    pinned: 'right',
    sortable: true,
    value: (row) => row.value,
  },
];
