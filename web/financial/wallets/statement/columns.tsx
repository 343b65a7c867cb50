import { formatDate } from '#domain/dates.ts';
import { isNegative } from '#domain/money.ts';
import { MoneyText, type CardItem, type Column } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { detailOf, titleOf, type Line } from './lines.ts';
import styles from './WalletStatement.module.css';

const History = ({ line, address }: { line: Line; address: string | null }) => {
  const detail = detailOf(line);
  return (
    <span className={styles.history}>
      {address === null ? (
        <span>{titleOf(line)}</span>
      ) : (
        <Link to={address} className={styles.link}>
          {titleOf(line)}
        </Link>
      )}
      {detail && <span className={styles.detail}>{detail}</span>}
    </span>
  );
};

/** Returns the columns of a statement; each line links to its transaction or transfer. */
export const statementColumns = (addressOf: (line: Line) => string | null): Column<Line>[] => [
  { id: 'date', title: 'Data', kind: 'date', width: 110, sortable: true, value: (line) => line.date },
  {
    id: 'history',
    title: 'Histórico',
    minWidth: 200,
    value: (line) => [titleOf(line), detailOf(line)].filter(Boolean).join(' · '),
    render: (line) => <History line={line} address={addressOf(line)} />,
  },
  { id: 'documentNumber', title: 'Documento', width: 140, value: (line) => line.documentNumber },
  {
    id: 'amount',
    title: 'Valor (R$)',
    kind: 'money',
    width: 130,
    pinned: 'right',
    value: (line) => line.amount,
    render: ({ amount }) => <MoneyText value={amount} symbol={false} tone={isNegative(amount) ? 'out' : 'in'} />,
  },
  {
    id: 'balance',
    title: 'Saldo (R$)',
    kind: 'money',
    width: 130,
    pinned: 'right',
    tone: (line) => (isNegative(line.balance) ? 'out' : 'strong'),
    value: (line) => line.balance,
  },
];

/** Returns the card of a line on a phone, grouped by day. */
export const statementCard = (line: Line, address: string | null): CardItem => ({
  id: line.key,
  group: { title: formatDate(line.date), label: formatDate(line.date) },
  to: address,
  title: titleOf(line),
  meta: [detailOf(line), line.documentNumber].filter(Boolean).join(' · '),
  end: <MoneyText value={line.amount} symbol={false} tone={isNegative(line.amount) ? 'out' : 'in'} strong />,
  endMeta: (
    <span className={styles.balance}>
      saldo <MoneyText value={line.balance} symbol={false} tone="sign" />
    </span>
  ),
});
