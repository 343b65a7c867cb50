import { DATE_FILTER_LABELS, lastDay, type DateFilterKey } from '#domain/dateFilter.ts';
import { addDays, formatDate } from '#domain/dates.ts';
import { add, isPositive, isZero } from '#domain/money.ts';
import type { CashFlowFiguresFragment } from '#web/generated/financial.ts';
import { MoneyText, PeriodPicker, Segments } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { flowOf } from './series.ts';
import type { CashFlowView } from './useCashFlowView.ts';
import styles from './ChosenPeriod.module.css';

const ready = ['today', 'thisWeek', 'thisMonth'] as const;
const isReady = (key: DateFilterKey): key is (typeof ready)[number] => key !== 'range';

/** The chosen days (§3 date filter) and their figures; each figure opens its installments and orders. */
export const ChosenPeriod = ({
  view,
  figures,
}: {
  view: CashFlowView;
  figures: CashFlowFiguresFragment | undefined;
}) => {
  const { filter, chosen, forecasts } = view;
  const range = { start: chosen.start, end: addDays(chosen.end, 1) };
  return (
    <section className={styles.box} aria-label="Período escolhido">
      <div className={styles.filter}>
        <Segments
          ariaLabel="Data"
          value={filter.key === 'range' ? '' : filter.key}
          options={ready.map((key) => ({ value: key, label: DATE_FILTER_LABELS[key] }))}
          onChange={(key) => isReady(key) && view.setFilter({ key })}
        />
        <PeriodPicker
          label="Período"
          ariaLabel="Período do fluxo de caixa"
          value={filter.key === 'range' ? range : null}
          presets={[]}
          clearable={false}
          onChange={(days) => days && view.setFilter({ key: 'range', from: days.start, to: lastDay(days) })}
        />
      </div>
      {figures && <Figures view={view} figures={figures} forecasts={forecasts} />}
    </section>
  );
};

interface FiguresProps {
  view: CashFlowView;
  figures: CashFlowFiguresFragment;
  forecasts: boolean;
}

const Figures = ({ view, figures, forecasts }: FiguresProps) => {
  const flow = flowOf(figures, forecasts);
  const { chosen } = view;
  const days = { from: chosen.start, to: chosen.end, ...(forecasts ? {} : { state: 'PAID' as const }) };
  const overdue = (type: 'CREDIT' | 'DEBIT', value: string) =>
    forecasts && isPositive(value) ? (
      <button
        type="button"
        className={styles.overdue}
        onClick={() => view.open({ from: chosen.start, to: chosen.end, type, state: 'OVERDUE' })}
      >
        <MoneyText value={value} tone="out" /> vencido
      </button>
    ) : null;
  const committed =
    forecasts && isPositive(figures.committedToPay) ? (
      <button
        type="button"
        className={styles.committed}
        title="Pedidos a receber, pelo prazo de pagamento: cada nota que chega os substitui"
        onClick={() => view.open({ from: chosen.start, to: chosen.end, type: 'DEBIT', state: 'COMMITTED' })}
      >
        <MoneyText value={figures.committedToPay} /> comprometido
      </button>
    ) : null;
  return (
    <dl className={styles.figures}>
      <Figure label={`Saldo em ${formatDate(addDays(chosen.start, -1))}`}>
        <MoneyText value={flow.opening} tone="sign" strong />
      </Figure>
      <Figure label="Entradas" note={overdue('CREDIT', figures.overdueToReceive)}>
        <Opening zero={isZero(flow.in)} label="Ver entradas" onOpen={() => view.open({ ...days, type: 'CREDIT' })}>
          <MoneyText value={flow.in} tone="in" strong />
        </Opening>
      </Figure>
      <Figure
        label="Saídas"
        note={
          <>
            {overdue('DEBIT', figures.overdueToPay)}
            {committed}
          </>
        }
      >
        <Opening zero={isZero(flow.out)} label="Ver saídas" onOpen={() => view.open({ ...days, type: 'DEBIT' })}>
          <MoneyText value={flow.out} tone="out" strong />
        </Opening>
      </Figure>
      <Figure
        label={`Saldo ${forecasts && add(figures.toPay, figures.toReceive) !== '0.00' ? 'previsto' : ''} em ${formatDate(chosen.end)}`}
      >
        <MoneyText value={flow.closing} tone="sign" strong />
      </Figure>
    </dl>
  );
};

const Figure = ({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {note}
    </dd>
  </div>
);

interface OpeningProps {
  zero: boolean;
  label: string;
  onOpen: () => void;
  children: ReactNode;
}

const Opening = ({ zero, label, onOpen, children }: OpeningProps) =>
  zero ? (
    children
  ) : (
    <button type="button" className={styles.opening} title={label} onClick={onOpen}>
      {children}
    </button>
  );
