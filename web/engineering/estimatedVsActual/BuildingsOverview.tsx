import { FETCH_STAGE_REPORT_FAILED } from '#domain/messages.ts';
import { errorText } from '#web/client/errors.ts';
import { useBuildingsOverviewQuery } from '#web/generated/engineering.ts';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/index.ts';
import { Link, useLocation } from 'react-router-dom';
import {
  amountText,
  deviationText,
  indexText,
  toneOfDeviation,
  toneOfIndex,
} from '#domain/engineering/earnedValue/texts.ts';
import { availableText, committedText } from './rows.ts';
import styles from './stages.module.css';

const HEADINGS = [
  'Orçado (R$)',
  'Planejado',
  'Medido',
  'Realizado',
  'Comprometido',
  'IDC',
  'IDP',
  'EAC (R$)',
  'Desvio',
];

/** Without a chosen obra: the figures of each, linked to its report. */
export const BuildingsOverview = ({ companyId, date }: { companyId: string; date: string }) => {
  const { search } = useLocation();
  const { data, previousData, error, refetch } = useBuildingsOverviewQuery({
    variables: { companyId, date },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const rows = (data ?? previousData)?.companyEstimatedVsActual;
  const addressOf = (buildingId: string): string => {
    const keys = new URLSearchParams(search);
    keys.set('building', buildingId);
    return `?${keys}`;
  };
  if (!rows) {
    return error || data ? (
      <ErrorState message={errorText(error, FETCH_STAGE_REPORT_FAILED)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={6} />
    );
  }
  if (rows.length === 0)
    return (
      <EmptyState
        title="Nenhuma obra ainda"
        text="O relatório compara o orçamento de cada obra com o que ela custou."
      />
    );
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Orçado, medido e realizado por obra">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Obra</th>
            <th scope="col">Orçamento</th>
            {HEADINGS.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.buildingId}>
              <th scope="row">
                <Link to={addressOf(row.buildingId)}>{row.name}</Link>
              </th>
              <td>{row.costEstimates.map(({ code }) => code).join(', ') || 'sem orçamento'}</td>
              <td>{amountText(row.estimateTotal)}</td>
              <td>{amountText(row.estimatedValue)}</td>
              <td>{amountText(row.measuredValue)}</td>
              <td>{amountText(row.actualValue)}</td>
              <td title={availableText(row)}>{committedText(row.committedValue)}</td>
              <td data-tone={toneOfIndex(row.cpi)}>{indexText(row.cpi)}</td>
              <td data-tone={toneOfIndex(row.spi)}>{indexText(row.spi)}</td>
              <td>{amountText(row.estimateAtCompletion)}</td>
              <td data-tone={toneOfDeviation(row.deviationPercentage)}>{deviationText(row.deviationPercentage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
