import { formatMonthName } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { listBehind, movementsLink, orderText, originLink } from '#web/financial/cashFlow/links.ts';
import type { DashboardDueQuery } from '#web/generated/home.ts';
import { Card, MoneyText } from '#web/ui/index.ts';
import { WarningIcon } from '#web/ui/icons.ts';
import { Link } from 'react-router-dom';
import type { DashboardDays } from './figures.ts';
import styles from './DueDates.module.css';

type ToPay = NonNullable<DashboardDueQuery['toPay']>;
type Row = NonNullable<DashboardDueQuery['next']>['content'][number];

interface DueDatesProps {
  /** Everything to pay in the days, overdue or not. */
  toPay: ToPay;
  /** The first ones that are not overdue. */
  next: { content: readonly Row[] };
  days: DashboardDays;
  buildingId: string | null;
}

/** The overdue installments in one line, and the next installments and orders to pay. */
export const DueDates = ({ toPay, next, days, buildingId }: DueDatesProps) => (
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
    {next.content.length === 0 && <p className={styles.none}>Nada a vencer nos próximos 30 dias.</p>}
    <ul className={styles.list}>
      {toPay.overdue > 0 && <Overdue toPay={toPay} days={days} buildingId={buildingId} />}
      {next.content.map((row) => (
        <DueRow key={row.id} row={row} today={days.today} />
      ))}
    </ul>
  </Card>
);

/** All overdue ones: count and sum are those of the list that it opens. */
const Overdue = ({ toPay, days, buildingId }: Omit<DueDatesProps, 'next'>) => {
  const question = { from: days.today, to: days.soon, type: 'DEBIT', state: 'OVERDUE' } as const;
  const list = listBehind('DEBIT', question, { buildingId, walletId: null });
  return (
    <li>
      <Link to={list?.address ?? movementsLink(question)} className={styles.row}>
        <span className={`${styles.overdue} ${styles.sign}`} aria-hidden="true">
          <WarningIcon />
        </span>
        <span className={styles.texts}>
          <span className={styles.name}>{counted(toPay.overdue, 'vencida', 'vencidas')}</span>
          <span className={styles.meta}>ver e registrar pagamento</span>
        </span>
        <MoneyText value={toPay.overdueValue} tone="out" strong />
      </Link>
    </li>
  );
};

const DueRow = ({ row, today }: { row: Row; today: string }) => {
  const installment = row.installmentCount > 1 ? `parcela ${row.number}/${row.installmentCount}` : null;
  const name = row.partnerName ?? row.description ?? 'Sem fornecedor';
  const meta = [row.partnerName ? row.description : null, orderText(row), row.documentNumber, installment]
    .filter(Boolean)
    .join(' · ');
  const content = (
    <>
      <time dateTime={row.dueDate} className={styles.day}>
        <b>{row.dueDate.slice(8)}</b>
        {row.dueDate === today ? 'hoje' : formatMonthName(row.dueDate)}
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
