import { amountText, indexText } from '#domain/engineering/earnedValue/texts.ts';
import { isZero, subtract } from '#domain/money.ts';
import { movementsLink } from '#web/financial/cashFlow/links.ts';
import type { MovementState, TransactionType } from '#web/generated/financial.ts';
import type { DashboardBuildingsQuery } from '#web/generated/home.ts';
import { Card, MoneyText } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { paidShare, type DashboardDays } from './figures.ts';
import styles from './Buildings.module.css';

const OVERVIEW = '/home/forms/engineering/appropriate-overview';

type Building = NonNullable<DashboardBuildingsQuery['buildings']>[number];
type Progress = NonNullable<DashboardBuildingsQuery['progress']>[number];

interface BuildingsProps {
  buildings: readonly Building[];
  /** Estimated versus actual of the active ones. */
  progress: readonly Progress[];
  days: DashboardDays;
}

/** Cost and receipts of each building so far, from the shares of its transactions. */
export const Buildings = (props: BuildingsProps) => (
  <Card title="Obras" meta="custo pago e a pagar, recebido e resultado de caixa">
    {props.buildings.length === 0 ? (
      <p className={styles.none}>
        Nenhuma obra ainda. <Link to="/home/forms/engineering/building?id=new">Cadastrar a primeira</Link>
      </p>
    ) : (
      <Table {...props} />
    )}
  </Card>
);

const Table = ({ buildings, progress, days }: BuildingsProps) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label="Obras: custos e recebimentos">
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Obra</th>
          <th scope="col">Pago do custo</th>
          <th scope="col">Pago (R$)</th>
          <th scope="col">A pagar (R$)</th>
          <th scope="col">Recebido (R$)</th>
          <th scope="col">Resultado (R$)</th>
        </tr>
      </thead>
      <tbody>
        {buildings.map((building) => (
          <BuildingRow
            key={building.buildingId}
            building={building}
            progress={progress.find(({ buildingId }) => buildingId === building.buildingId)}
            days={days}
          />
        ))}
      </tbody>
    </table>
  </div>
);

/** "Realizado 1.331.708,47 de 1.557.183,63 · IDC 0,923 · IDP 0,881": the total of its report by stage. */
const ProgressLine = ({ buildingId, estimateTotal, actualValue, committedValue, cpi, spi }: Progress) => (
  <Link to={`${OVERVIEW}?building=${buildingId}`} className={styles.progress}>
    Realizado {amountText(actualValue)} {estimateTotal ? `de ${amountText(estimateTotal)}` : '· sem orçamento'}
    {!isZero(committedValue) && ` · comprometido ${amountText(committedValue)}`}
    {cpi && ` · IDC ${indexText(cpi)}`}
    {spi && ` · IDP ${indexText(spi)}`}
  </Link>
);

interface RowProps {
  building: Building;
  progress: Progress | undefined;
  days: DashboardDays;
}

const BuildingRow = ({ building, progress, days }: RowProps) => {
  const { buildingId, name, paid, toPay, received } = building;
  const share = paidShare(paid, toPay);
  const link = (state: MovementState, type?: TransactionType) =>
    movementsLink({ from: days.first, to: days.last, type, state }, buildingId);
  const result = subtract(received, paid);
  return (
    <tr>
      <th scope="row">
        {name}
        {progress && <ProgressLine {...progress} />}
      </th>
      <td>
        <svg
          viewBox="0 0 100 8"
          preserveAspectRatio="none"
          className={styles.bar}
          role="img"
          aria-label={`${share}% pago`}
        >
          <rect width="100" height="8" className={styles.rest} />
          <rect width={share} height="8" className={styles.done} />
        </svg>
        <span className={styles.share} aria-hidden="true">
          {share}%
        </span>
      </td>
      <Amount value={paid} to={link('PAID', 'DEBIT')} />
      <Amount value={toPay} to={link('FORECAST', 'DEBIT')} />
      <Amount value={received} to={link('PAID', 'CREDIT')} />
      <Amount value={result} to={link('PAID')} signed />
    </tr>
  );
};

const Amount = ({ value, to, signed = false }: { value: string; to: string; signed?: boolean }) => (
  <td>
    {isZero(value) ? (
      <MoneyText value={value} symbol={false} />
    ) : (
      <Link to={to}>
        <MoneyText value={value} symbol={false} tone={signed ? 'sign' : 'plain'} strong={signed} />
      </Link>
    )}
  </td>
);
