import { firstNegativeDay, isPlain, lowestDay, NO_SCENARIO, type DayBalance } from '#domain/cashFlow.ts';
import { formatDate, formatShortDate } from '#domain/dates.ts';
import { compare } from '#domain/money.ts';
import { matchesSearch } from '#domain/text.ts';
import { CloseIcon } from '#web/ui/icons.ts';
import {
  Button,
  Card,
  CountInput,
  DateInput,
  Field,
  IconButton,
  MoneyText,
  Problem,
  ReadingContext,
  Skeleton,
  TextInput,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { orderText } from './links.ts';
import type { Simulation } from './useScenario.ts';
import styles from './ScenarioPanel.module.css';

interface ScenarioPanelProps {
  simulation: Simulation;
  /** The projected balances without the scenario, day by day. */
  projected: readonly DayBalance[];
  onClose: () => void;
}

/** Number of expenses offered for moving; the search finds the others. */
const OFFERED = 8;

const atMost = (most: number, unit: string) => (count: number) =>
  count > most ? `Use no máximo ${most}${unit}` : undefined;

/** Simulation: delays receipts, moves expenses, and compares the first negative day before and after. */
export const ScenarioPanel = ({ simulation, projected, onClose }: ScenarioPanelProps) => {
  const { scenario, setScenario, days } = simulation;
  const reading = useReading();
  const problems = unreadProblems(reading.unread);
  const { delayDays, delayPercent } = scenario;
  return (
    <ReadingContext value={reading}>
      <Card
        title="Simulação"
        meta="não altera nenhum lançamento"
        actions={
          <>
            <Button size="small" disabled={isPlain(scenario)} onClick={() => setScenario(NO_SCENARIO)}>
              Limpar simulação
            </Button>
            <IconButton label="Fechar simulação" icon={<CloseIcon />} size="small" onClick={onClose} />
          </>
        }
      >
        <div className={styles.columns}>
          <div className={styles.fields}>
            <Field label="Atrasar recebimentos (dias)" error={problems.delayDays}>
              <CountInput
                path="delayDays"
                live
                value={delayDays}
                problemOf={atMost(365, ' dias')}
                onChange={(count) => setScenario({ ...scenario, delayDays: count })}
              />
            </Field>
            <Field label="De cada recebimento (%)" error={problems.delayPercent}>
              <CountInput
                path="delayPercent"
                live
                value={delayPercent}
                problemOf={atMost(100, '%')}
                onChange={(count) => setScenario({ ...scenario, delayPercent: count })}
              />
            </Field>
            <Outcome label="Como está" days={projected} />
            <Outcome label="Na simulação" days={days ?? projected} />
          </div>
          <Bills simulation={simulation} problems={problems} />
        </div>
      </Card>
    </ReadingContext>
  );
};

const Outcome = ({ label, days }: { label: string; days: readonly DayBalance[] }) => {
  const [negative, lowest] = [firstNegativeDay(days), lowestDay(days)];
  return (
    <div className={styles.outcome} role="group" aria-label={label}>
      <h3>{label}</h3>
      <p>
        {negative ? (
          <>
            Primeiro dia negativo: <strong>{formatDate(negative.date)}</strong>
          </>
        ) : (
          <strong>Nenhum dia negativo</strong>
        )}
      </p>
      {lowest && (
        <p>
          Menor saldo <MoneyText value={lowest.balance} tone="sign" strong /> em {formatDate(lowest.date)}
        </p>
      )}
    </div>
  );
};

interface BillsProps {
  simulation: Simulation;
  /** By field path. */
  problems: Readonly<Record<string, string>>;
}

const Bills = ({ simulation: { rows, scenario, setScenario }, problems }: BillsProps) => {
  const [search, setSearch] = useState('');
  if (!rows) return <Skeleton rows={4} />;
  const bills = rows
    .filter(({ type }) => type === 'DEBIT')
    .filter(({ partnerName, description, documentNumber, orderDocument }) =>
      matchesSearch([partnerName, description, documentNumber, orderDocument].filter(Boolean).join(' '), search),
    )
    .sort((a, b) => Number(b.id in scenario.moved) - Number(a.id in scenario.moved) || compare(b.value, a.value));
  const move = (id: string, date: string) => {
    const { [id]: _before, ...others } = scenario.moved;
    setScenario({ ...scenario, moved: date ? { ...others, [id]: date } : others });
  };
  return (
    <div className={styles.bills}>
      <TextInput
        ariaLabel="Buscar contas"
        placeholder="Mover contas: buscar entre as maiores"
        value={search}
        onChange={setSearch}
      />
      <ul aria-label="Contas a mover">
        {bills.slice(0, OFFERED).map((bill) => (
          <li key={bill.id} data-moved={bill.id in scenario.moved || undefined}>
            <span className={styles.name}>
              {bill.partnerName ?? bill.description ?? 'Sem fornecedor'}
              <small>
                {orderText(bill) && `${orderText(bill)} · `}
                {bill.overdue ? 'venceu' : 'vence'} {formatShortDate(bill.orderId ? bill.date : bill.dueDate)}
              </small>
            </span>
            <MoneyText value={bill.value} symbol={false} />
            <span className={styles.date}>
              <DateInput
                path={`move ${bill.id}`}
                towards="future"
                ariaLabel={`Mover ${bill.partnerName ?? bill.description ?? 'conta'} para`}
                value={scenario.moved[bill.id] ?? ''}
                onChange={(date) => move(bill.id, date)}
              />
              {problems[`move ${bill.id}`] !== undefined && <Problem>{problems[`move ${bill.id}`]}</Problem>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};
