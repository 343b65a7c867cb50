import { errorText } from '#web/client/errors.ts';
import { usePurchaseOverviewStagesQuery } from '#web/generated/purchase.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { unreadOf } from '#web/list/listFilters.ts';
import { UnreadFilters } from '#web/list/UnreadFilters.tsx';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { ErrorState, Screen, Skeleton } from '#web/ui/index.ts';
import { BarLegend } from '../bar/Bar.tsx';
import { BuildingChoice } from '../BuildingChoice.tsx';
import { Foot } from '../Foot.tsx';
import { NothingYet } from '../NoEstimate.tsx';
import { OverviewHeader } from '../OverviewHeader.tsx';
import styles from '../purchaseOverview.module.css';
import { usePurchasePlace } from '../usePurchasePlace.ts';
import { failures } from '../words.ts';
import { fileColumns, fileRows } from './files.ts';
import { StageTree, type PlaceProps } from './StageTree.tsx';
import { filters } from './view.ts';

const ByStage = ({ list, buildingId, named }: PlaceProps & { named: boolean }) => {
  const { companyId } = usePurchasePlace(list);
  const { data, previousData, error, refetch } = usePurchaseOverviewStagesQuery({
    variables: { companyId, buildingId },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const overview = (data ?? previousData)?.purchaseOverviewStages ?? undefined;
  const failure = error && !overview ? errorText(error, failures.fetch) : null;
  useFailureNotice(failure, overview !== undefined);
  return (
    <Screen>
      <OverviewHeader
        view="stage"
        {...{ buildingId, named, overview }}
        counts={{
          input: overview?.totals.count,
          stage: overview?.content.filter(({ level }) => level === 0).length,
        }}
        legend={<BarLegend parts={['paid', 'received', 'ordered', 'estimated']} />}
        actions={
          overview && (
            <ExportButton
              title={`Resumo de compras por etapa ${overview.building.name}`}
              columns={fileColumns}
              rows={fileRows(overview)}
              facts={() => [{ label: 'Obra', value: overview.building.name }]}
            />
          )
        }
      />
      <UnreadFilters unread={unreadOf(list, filters, [])} list={list} />
      {overview ? (
        overview.content.length === 0 && overview.totals.count === 0 ? (
          <NothingYet buildingId={buildingId} />
        ) : (
          <StageTree {...{ list, buildingId, overview }} />
        )
      ) : (
        <div className={styles.rest}>
          {failure === null ? <Skeleton rows={12} /> : <ErrorState message={failure} onRetry={() => void refetch()} />}
        </div>
      )}
      <Foot totals={overview?.totals}>{overview && 'mesmos totais de “Por insumo”'}</Foot>
    </Screen>
  );
};

/** Resumo de compras, por etapa (§2 /purchase-overview-appropriate, mock 21b): of the chosen obra, or the choice of one. */
const ByStageScreen = () => {
  const list = useListQuery();
  const { buildingId, buildings, named } = usePurchasePlace(list);
  if (buildingId === null) return <BuildingChoice buildings={buildings} />;
  return <ByStage key={buildingId} {...{ list, buildingId, named }} />;
};

export default ByStageScreen;
