import { formatDate, formatShortMonth } from '#domain/dates.ts';
import { isZero } from '#domain/money.ts';
import { counted, formatMoney, formatQuantity } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useBaselineComparisonQuery, type BaselineComparisonQuery } from '#web/generated/engineering.ts';
import { ErrorState, MoneyText, Skeleton } from '#web/ui/index.ts';
import { failures } from '../words.ts';
import shared from '../schedule.module.css';
import styles from './baselines.module.css';

type Compared = NonNullable<BaselineComparisonQuery['scheduleBaselineComparison']>;
type ComparedItem = Compared['items'][number];

/** "+3 dias úteis", "−1 dia útil", "sem mudança". */
const shiftWords = (days: number): string =>
  days === 0 ? 'sem mudança' : `${days > 0 ? '+' : '−'}${counted(Math.abs(days), 'dia útil', 'dias úteis')}`;

const isChanged = ({ before, after, startShift, endShift }: ComparedItem): boolean =>
  startShift !== 0 || endShift !== 0 || before?.value !== after?.value || before?.quantity !== after?.quantity;

const datesOf = (dates: ComparedItem['before']): string =>
  dates ? `${formatDate(dates.startDate)} a ${formatDate(dates.endDate)}` : '-';

/** What else differs: quantity and value, each where it does. */
const figuresOf = ({ before, after }: ComparedItem): string[] => [
  ...(before && after && before.quantity !== after.quantity
    ? [`quantidade ${formatQuantity(before.quantity ?? '0')} → ${formatQuantity(after.quantity ?? '0')}`]
    : []),
  ...(before && after && before.value !== after.value
    ? [`R$ ${formatMoney(before.value)} → R$ ${formatMoney(after.value)}`]
    : []),
];

const shiftOf = (item: ComparedItem): string => {
  if (!item.before) return 'nova';
  if (!item.after) return 'retirada';
  return [shiftWords(item.endShift ?? 0), ...figuresOf(item)].join(' · ');
};

const Items = ({ items }: { items: readonly ComparedItem[] }) => (
  <table className={shared.shift}>
    <thead>
      <tr>
        <th scope="col">Tarefa</th>
        <th scope="col">Antes</th>
        <th scope="col">Depois</th>
        <th scope="col">Fim</th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={`${item.costEstimateItem.id} ${item.milestone ?? ''}`}>
          <th scope="row">{item.milestone ?? `${item.costEstimateItem.code} ${item.costEstimateItem.description}`}</th>
          <td>{datesOf(item.before)}</td>
          <td>{datesOf(item.after)}</td>
          <td data-late={(item.endShift ?? 0) > 0 || undefined}>{shiftOf(item)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Months = ({ months }: Pick<Compared, 'months'>) => (
  <table className={shared.shift}>
    <thead>
      <tr>
        <th scope="col">Mês</th>
        <th scope="col">Antes (R$)</th>
        <th scope="col">Depois (R$)</th>
        <th scope="col">Diferença (R$)</th>
      </tr>
    </thead>
    <tbody>
      {months
        .filter(({ moved }) => !isZero(moved))
        .map(({ month, before, after, moved }) => (
          <tr key={month}>
            <th scope="row">{formatShortMonth(month)}</th>
            <td>{formatMoney(before)}</td>
            <td>{formatMoney(after)}</td>
            <td>
              <MoneyText value={moved} tone="sign" />
            </td>
          </tr>
        ))}
    </tbody>
  </table>
);

interface ComparisonProps {
  costEstimateId: string;
  before: string;
  /** Null: the plan as it is now. */
  after: string | null;
}

/** What has moved from a baseline to the plan, or to another baseline: dates, figures, and value by month. */
export const Comparison = ({ costEstimateId, before, after }: ComparisonProps) => {
  const { data, error, refetch } = useBaselineComparisonQuery({
    variables: { costEstimateId, scheduleBaselineId: before, otherBaselineId: after },
    ...{ fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const compared = data?.scheduleBaselineComparison;
  if (error) return <ErrorState message={errorText(error, failures.baselines)} onRetry={() => void refetch()} />;
  if (!compared) return <Skeleton rows={5} />;
  const changed = compared.items.filter(isChanged);
  return (
    <div className={styles.comparison} role="region" aria-label="Comparação">
      <p className={shared.facts}>
        {compared.endShift == null || compared.endShift === 0
          ? `O fim fica em ${formatDate(compared.endBefore)}.`
          : `O fim vai de ${formatDate(compared.endBefore)} para ${formatDate(compared.endAfter)}: ${shiftWords(compared.endShift)}.`}{' '}
        {changed.length === 0
          ? 'Nenhuma tarefa mudou.'
          : `${counted(changed.length, 'tarefa mudou', 'tarefas mudaram')}.`}
      </p>
      {changed.length > 0 && <Items items={changed} />}
      {compared.months.some(({ moved }) => !isZero(moved)) && <Months months={compared.months} />}
    </div>
  );
};
