import { formatMonthName, formatDate } from '#domain/dates.ts';
import { movementsLink, orderText, originLink } from '#web/financial/cashFlow/links.ts';
import type { DashboardDueQuery } from '#web/generated/home.ts';
import { Card, MoneyText } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import type { DashboardDays } from './figures.ts';
import styles from './DueDates.module.css';

type ToPay = NonNullable<DashboardDueQuery['toPay']>;
type Row = ToPay['content'][number];

/** The next installments and orders to pay, overdue ones first. */
export const DueDates = ({ toPay, days }: { toPay: ToPay; days: DashboardDays }) => (
  <Card
    title="Próximos vencimentos"
    className={styles.card}
    actions={
      toPay.totalElements > 0 && (
        <Link
          to={movementsLink({ from: days.today, to: days.soon, type: 'DEBIT', state: 'FORECAST' })}
          className={styles.all}
        >
          Ver {toPay.totalElements === 1 ? 'a parcela' : `as ${toPay.totalElements} parcelas`}
        </Link>
      )
    }
  >
    {toPay.content.length === 0 && <p className={styles.none}>Nada a pagar nos próximos 30 dias.</p>}
    <ul className={styles.list}>
      {toPay.content.map((row) => (
        <DueRow key={row.id} row={row} today={days.today} />
      ))}
    </ul>
  </Card>
);

const DueRow = ({ row, today }: { row: Row; today: string }) => {
  const installment = row.installmentCount > 1 ? `parcela ${row.number}/${row.installmentCount}` : null;
  const name = row.partnerName ?? row.description ?? 'Sem fornecedor';
  const meta = [row.partnerName ? row.description : null, orderText(row), row.documentNumber, installment]
    .filter(Boolean)
    .join(' · ');
  const content = (
    <>
      <time dateTime={row.dueDate} className={row.overdue ? styles.overdue : styles.day}>
        <b>{row.dueDate.slice(8)}</b>
        {row.dueDate === today ? 'hoje' : formatMonthName(row.dueDate)}
        {row.overdue && <span className="visuallyHidden"> venceu em {formatDate(row.dueDate)}</span>}
      </time>
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>{meta || 'sem documento'}</span>
      </span>
      <MoneyText value={row.value} strong />
    </>
  );
  const link = originLink({ ...row, type: 'DEBIT' });
  return (
    <li>
      {link ? (
        <Link to={link} className={styles.row}>
          {content}
        </Link>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  );
};
