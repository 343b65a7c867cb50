import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { useFacts } from '#web/list/print/useFacts.ts';
import { unreadOf, withFilter } from '#web/list/listFilters.ts';
import { UnreadFilters } from '#web/list/UnreadFilters.tsx';
import { useFailureNotice } from '#web/list/useFailureNotice.ts';
import { useListQuery, type ListState } from '#web/list/useListQuery.ts';
import { Button, EmptyState, ErrorState, Screen, ShownFilters, Skeleton, useIsPhone } from '#web/ui/index.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { BarLegend } from './bar/Bar.tsx';
import { BuildingChoice } from './BuildingChoice.tsx';
import { Foot } from './Foot.tsx';
import { Figures } from './inputs/Figures.tsx';
import { fileColumns } from './inputs/files.ts';
import { InputBulk } from './inputs/InputBulk.tsx';
import { InputCards } from './inputs/InputCards.tsx';
import { InputDrawer } from './inputs/InputDrawer.tsx';
import { InputGrid } from './inputs/InputGrid.tsx';
import { itemsOf, type Group, type Row } from './inputs/rows.ts';
import { Toolbar } from './inputs/Toolbar.tsx';
import { useInputs, type Inputs } from './inputs/useInputs.ts';
import { filters, inPurchaseUnits, NARROWING, shownOf } from './inputs/view.ts';
import { NoEstimateBanner, NothingYet } from './NoEstimate.tsx';
import { Scrolling } from './Scrolling.tsx';
import { OverviewHeader } from './OverviewHeader.tsx';
import styles from './purchaseOverview.module.css';
import { useChecks } from './useChecks.ts';
import { usePurchasePlace } from './usePurchasePlace.ts';
import { selectedIds } from '#web/list/useSelection.ts';
import { failures } from './words.ts';

const NO_ROWS: readonly Row[] = [];
const NO_GROUPS: readonly Group[] = [];

interface PartProps {
  list: ListState;
  inputs: Inputs;
  buildingId: string;
  /** Figures and filters; on a phone they scroll with the inputs. */
  head: ReactNode;
}

/** The inputs as grid or cards, and what can be done with the chosen ones. */
const InputRows = ({ list, inputs, buildingId, head }: PartProps) => {
  const { query, own, setOwn, setQuery } = list;
  const phone = useIsPhone();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const { rows, groups, whole } = inputs;
  const known = rows ?? NO_ROWS;
  const items = useMemo(() => itemsOf(known, groups?.content ?? NO_GROUPS, folded), [known, groups, folded]);
  const all = useMemo(() => known.flatMap(({ product }) => product?.id ?? []), [known]);
  const selection = selectedIds(list);
  const checks = useChecks({ ...selection, all });
  const [openId, purchase] = [own('id'), inPurchaseUnits(query)];
  if (rows === null || !whole) return <Scrolling head={head}>{<Skeleton rows={12} />}</Scrolling>;
  if (rows.length === 0) {
    const clear = () =>
      setQuery((now) => ({ ...now, filters: now.filters.filter(({ id }) => !NARROWING.includes(id)) }));
    return (
      <Scrolling head={head}>
        {whole.totals.count === 0 ? (
          <NothingYet buildingId={buildingId} />
        ) : (
          <EmptyState
            title="Nada com estes filtros"
            text="Mude a busca ou limpe os filtros para ver tudo."
            action={<Button onClick={clear}>Limpar filtros</Button>}
          />
        )}
      </Scrolling>
    );
  }
  const toggle = (key: string) =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const shared = { purchase, checks, openId, onOpen: (id: string) => setOwn('id', id) };
  const opened = known.find(({ product }) => product !== null && product.id === openId);
  return (
    <>
      {phone ? (
        <Scrolling head={head}>
          <InputCards rows={known} {...shared} />
        </Scrolling>
      ) : (
        <>
          {head}
          <InputGrid
            {...{ rows: known, groups: groups?.content ?? NO_GROUPS, items, all, ...shared }}
            shown={shownOf(query)}
            onToggle={toggle}
          />
        </>
      )}
      <InputBulk
        rows={known.filter(({ product }) => product !== null && checks.chosen.has(product.id))}
        building={whole.building}
        purchase={purchase}
        onClear={() => selection.set([])}
      />
      {opened && (
        <InputDrawer key={openId} {...{ row: opened, buildingId, purchase }} onClose={() => setOwn('id', null)} />
      )}
    </>
  );
};

const ByInput = ({ list, buildingId, named }: { list: ListState; buildingId: string; named: boolean }) => {
  const { companyId } = usePurchasePlace(list);
  const inputs = useInputs({ companyId, buildingId }, list);
  const { query, setQuery } = list;
  const { groups, whole, error } = inputs;
  const failure = error && !whole ? errorText(error, failures.fetch) : null;
  useFailureNotice(failure, whole !== undefined);
  const purchase = inPurchaseUnits(query);
  const { facts, chips } = useFacts({ query, filters, sort: [] }, { columns: [] });
  const head = whole && whole.totals.count > 0 && (
    <>
      <div className={styles.band}>
        {whole.costEstimates.length === 0 && <NoEstimateBanner buildingId={buildingId} />}
        <Figures overview={whole} onState={(state) => setQuery((now) => withFilter(now, 'state', state))} />
      </div>
      <ShownFilters value={chips}>
        <Toolbar list={list} groups={whole.content} />
      </ShownFilters>
    </>
  );
  return (
    <Screen>
      <OverviewHeader
        view="input"
        {...{ buildingId, named }}
        overview={whole}
        counts={{ input: whole?.totals.count, stage: inputs.stageCount }}
        legend={<BarLegend parts={['done', 'ordered', 'above']} />}
        actions={
          <ExportButton
            title={`Resumo de compras ${whole?.building.name ?? ''}`}
            columns={fileColumns(purchase)}
            rows={inputs.rows ?? NO_ROWS}
            facts={facts}
          />
        }
      />
      <UnreadFilters unread={unreadOf(list, filters, [])} list={list} />
      {failure !== null ? (
        <div className={styles.rest}>
          <ErrorState message={failure} onRetry={inputs.refetch} />
        </div>
      ) : (
        <InputRows {...{ list, inputs, buildingId, head }} />
      )}
      <Foot totals={groups?.totals}>
        {groups &&
          `${counted(groups.totals.count, 'insumo')} · ${counted(groups.content.filter(({ outside }) => !outside).length, 'grupo')}`}
      </Foot>
    </Screen>
  );
};

/** Resumo de compras, por insumo (§2 /purchase-overview, mock 21): of the chosen obra, or the choice of one. */
const PurchaseOverviewScreen = () => {
  const list = useListQuery();
  const { buildingId, buildings, named } = usePurchasePlace(list);
  if (buildingId === null) return <BuildingChoice buildings={buildings} />;
  return <ByInput key={buildingId} {...{ list, buildingId, named }} />;
};

export default PurchaseOverviewScreen;
