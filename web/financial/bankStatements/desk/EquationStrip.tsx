import { formatDate, addDays } from '#domain/dates.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import { formatCurrency, isZero } from '#domain/money.ts';
import { withFilter } from '#web/list/listFilters.ts';
import { CheckCircleIcon, LockIcon, WarningIcon } from '#web/ui/icons.ts';
import { Banner, Button, MoneyText } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { type Desk, unsigned } from './model.ts';
import type { DeskState } from './useDesk.ts';
import styles from './equation.module.css';

interface StripProps {
  state: DeskState;
  desk: Desk;
  onClose: () => void;
}

/** Filters the day on which the running balances part. */
const showDay = ({ list: { setQuery } }: DeskState, day: string): void =>
  setQuery((now) => withFilter(withFilter(now, DUE_DATE_FILTER, { start: day, end: addDays(day, 1) }), 'view', null));

const Term = ({ sign, label, children }: { sign?: string; label: ReactNode; children: ReactNode }) => (
  <div className={styles.term}>
    {sign !== undefined && (
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
    )}
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Closed = ({ desk, onClose }: { desk: Desk; onClose: () => void }) => (
  <Term label="Conciliado até">
    <span className={styles.through}>
      <strong>{desk.reconciledThrough === null ? 'ainda não' : formatDate(desk.reconciledThrough)}</strong>
      {desk.reconciledThrough !== null && <LockIcon aria-hidden="true" />}
      <button type="button" className={styles.link} aria-label="Alterar conciliado até" onClick={onClose}>
        Alterar
      </button>
    </span>
  </Term>
);

const Unexplained = ({ state, desk }: Omit<StripProps, 'onClose'>) => {
  const { equation } = desk;
  if (!equation) return null;
  const { unexplained, since } = equation;
  if (isZero(unexplained))
    return (
      <Term sign="+" label="Diferença sem explicação">
        <strong>{formatCurrency(unexplained)}</strong>
        <span className={styles.right}>
          <CheckCircleIcon aria-hidden="true" />
          confere
        </span>
      </Term>
    );
  return (
    <div className={styles.drift}>
      <span className={styles.sign} aria-hidden="true">
        +
      </span>
      <dt>
        <WarningIcon aria-hidden="true" /> Diferença sem explicação
      </dt>
      <dd>
        <MoneyText value={unexplained} strong />
        {since !== null && (
          <button type="button" className={styles.link} onClick={() => showDay(state, since)}>
            começa em {formatDate(since)}
          </button>
        )}
      </dd>
    </div>
  );
};

/** LEDGERBAL of the newest file = wallet's balance + lines not yet in Prumo + what nothing explains (mock 7, rule 4). */
export const EquationStrip = ({ state, desk, onClose }: StripProps) => {
  const { equation } = desk;
  return (
    <dl className={styles.strip} aria-label="Saldos do banco e do Prumo">
      <Closed desk={desk} onClose={onClose} />
      {equation ? (
        <>
          <Term label={`Saldo no extrato em ${formatDate(equation.date)}`}>
            <MoneyText value={equation.ledger} strong />
          </Term>
          <Term sign="=" label={`Saldo no Prumo em ${formatDate(equation.date)}`}>
            <MoneyText value={equation.wallet} strong />
          </Term>
          <Term
            sign="+"
            label={`Ainda fora do Prumo · ${formatCount(equation.outsideLines)} ${equation.outsideLines === 1 ? 'linha' : 'linhas'}`}
          >
            <MoneyText value={equation.outside} tone="sign" strong />
          </Term>
          <Unexplained state={state} desk={desk} />
        </>
      ) : (
        <div className={styles.none}>
          <dt>Saldos</dt>
          <dd>Nenhum arquivo desta carteira diz o saldo do banco: não há com que comparar.</dd>
        </div>
      )}
    </dl>
  );
};

/** On a phone: what does not agree, and nothing while all does. */
export const DriftBanner = ({ state, desk }: Omit<StripProps, 'onClose'>) => {
  const { equation } = desk;
  if (!equation || isZero(equation.unexplained)) return null;
  const { unexplained, since } = equation;
  return (
    <div className={styles.banner}>
      <Banner
        tone="warning"
        action={since !== null && <Button onClick={() => showDay(state, since)}>Ver o dia</Button>}
      >
        <strong>Diferença de {formatCurrency(unsigned(unexplained))}</strong> do saldo do banco
        {since !== null && `, desde ${formatDate(since)}`}.
      </Banner>
    </div>
  );
};
