import { percentageOf } from '#domain/money.ts';
import { movementsLink } from '#web/financial/cashFlow/links.ts';
import type { DashboardCategoriesQuery } from '#web/generated/home.ts';
import { Card, MoneyText } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import type { DashboardDays } from './figures.ts';
import styles from './Categories.module.css';

type Amounts = NonNullable<DashboardCategoriesQuery['categories']>;
const SHOWN = 5;

/** Open expenses of the next 30 days by category. */
export const Categories = ({ categories, days }: { categories: Amounts; days: DashboardDays }) => (
  <Card title="A pagar por categoria" meta="30 dias">
    <ul className={styles.list}>
      {categories.content.slice(0, SHOWN).map(({ ownerId, name, amount }) => (
        <li key={ownerId ?? 'none'}>
          <Link
            to={movementsLink({
              from: days.today,
              to: days.soon,
              type: 'DEBIT',
              state: 'FORECAST',
              category: ownerId ?? 'none',
            })}
          >
            <span>{name ?? 'Sem categoria'}</span>
            <MoneyText value={amount} />
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="4" className={styles.rest} />
              <rect width={Number(percentageOf(amount, categories.content[0]?.amount ?? amount))} height="4" />
            </svg>
          </Link>
        </li>
      ))}
    </ul>
    {categories.content.length === 0 && <p className={styles.none}>Nada a pagar nos próximos 30 dias.</p>}
  </Card>
);
