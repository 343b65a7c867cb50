import { formatDate } from '#domain/dates.ts';
import { isNegative } from '#domain/money.ts';
import type { BankLineRowFragment } from '#web/generated/financial.ts';
import type { CardItem, Column } from '#web/ui/index.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';

type Row = BankLineRowFragment;

const Amount = ({ row }: { row: Row }) => (
  <MoneyText value={row.amount} symbol={false} tone={isNegative(row.amount) ? 'plain' : 'in'} />
);

const documentText = ({ document }: Row): string | null => (document === '' ? null : document);

export const bankLineColumns: readonly Column<Row>[] = [
  { id: 'date', title: 'Data', kind: 'date', width: 108, sortable: true, value: ({ date }) => date },
  { id: 'memo', title: 'Histórico', minWidth: 220, flex: 3, tone: 'strong', value: ({ memo }) => memo },
  { id: 'document', title: 'Documento', width: 150, tone: 'muted', value: documentText },
  { id: 'wallet', title: 'Carteira', minWidth: 120, flex: 1, value: ({ wallet }) => wallet?.identifier ?? null },
  { id: 'file', title: 'Arquivo', minWidth: 150, flex: 1, tone: 'muted', value: ({ file }) => file.name },
  {
    ...{ id: 'amount', title: 'Valor (R$)', width: 130, kind: 'money', pinned: 'right', sortable: true },
    value: ({ amount }) => amount,
    render: (row) => <Amount row={row} />,
  },
];

export const bankLineCard = (row: Row): CardItem => ({
  id: row.id,
  title: row.memo,
  meta: [formatDate(row.date), row.wallet?.identifier].filter(Boolean).join(' · '),
  end: <Amount row={row} />,
});
