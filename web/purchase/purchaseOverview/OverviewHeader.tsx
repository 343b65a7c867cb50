import { Button, IconButton, PageHeader, useIsPhone, StatusPill, ViewTabs, type ViewTab } from '#web/ui/index.ts';
import { OverviewIcon } from '#web/ui/icons.ts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import styles from './purchaseOverview.module.css';
import { useNeighbours } from './usePurchasePlace.ts';
import { ACTUAL, BY_INPUT, BY_STAGE } from './words.ts';

interface OverviewHeaderProps {
  view: 'input' | 'stage';
  buildingId: string;
  /** The address names the obra, and keeps it. */
  named: boolean;
  overview:
    | {
        building: { name: string };
        costEstimates: readonly { code: string; approved: boolean }[];
      }
    | undefined;
  /** Inputs, and stages at the top; undefined until they are known. */
  counts: { input: number | undefined; stage: number | undefined };
  actions: ReactNode;
  /** What the bars mean. */
  legend: ReactNode;
}

const COMPARE = 'Ver no orçado × realizado';

/** Obra, its estimate, the two views with their counts; and Orçado × realizado for who may see it. */
export const OverviewHeader = (props: OverviewHeaderProps) => {
  const { view, buildingId, overview, counts } = props;
  const navigate = useNavigate();
  const { engineering } = useNeighbours(buildingId);
  const estimates = overview?.costEstimates ?? [];
  const codes = estimates.map(({ code }) => code).join(', ');
  const phone = useIsPhone();
  const compare = () => void navigate(`${ACTUAL}?building=${buildingId}`);
  const keys = props.named ? `?${new URLSearchParams({ building: buildingId })}` : '';
  const tabs: ViewTab<'input' | 'stage'>[] = [
    { id: 'input', label: 'Por insumo', count: counts.input },
    { id: 'stage', label: 'Por etapa', count: counts.stage },
  ];
  return (
    <PageHeader
      title="Resumo de compras"
      summary={
        overview && (
          <span className={styles.summary}>
            {[overview.building.name, codes, 'insumos, com frete e IPI'].filter(Boolean).join(' · ')}
            {estimates.some(({ approved }) => !approved) && (
              <StatusPill tone="warning">orçamento não aprovado</StatusPill>
            )}
          </span>
        )
      }
      actions={
        <>
          {props.actions}
          {engineering &&
            (phone ? (
              <IconButton label={COMPARE} icon={<OverviewIcon />} onClick={compare} />
            ) : (
              <Button icon={<OverviewIcon />} onClick={compare}>
                {COMPARE}
              </Button>
            ))}
        </>
      }
      tabs={
        <div className={styles.tabs}>
          <ViewTabs
            ariaLabel="Resumo de compras"
            tabs={tabs}
            value={view}
            onChange={(next) => void navigate(`${next === 'input' ? BY_INPUT : BY_STAGE}${keys}`)}
          />
          {!phone && props.legend}
        </div>
      }
    />
  );
};
