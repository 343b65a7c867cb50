import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useStable } from '#web/form/useStable.ts';
import { filterText } from '#web/list/listFilters.ts';
import { type ListState } from '#web/list/useListQuery.ts';
import { Banner, Button, EmptyState, useIsPhone } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { InputDrawer } from '../inputs/InputDrawer.tsx';
import { NoEstimateBanner } from '../NoEstimate.tsx';
import { Scrolling } from '../Scrolling.tsx';
import styles from '../purchaseOverview.module.css';
import { useChecks } from '../useChecks.ts';
import { usePurchasePlace } from '../usePurchasePlace.ts';
import { selectedIds } from '#web/list/useSelection.ts';
import { failures, ORDERS } from '../words.ts';
import { itemsOf, keptStages, type Overview, type StageItem } from './rows.ts';
import { StageBulk } from './StageBulk.tsx';
import { StageCards } from './StageCards.tsx';
import { StageGrid } from './StageGrid.tsx';
import type { RowActs } from './StageRow.tsx';
import { StageToolbar } from './StageToolbar.tsx';
import { hasSuggestion, useLooseOrders, type LooseOrders } from './useLooseOrders.ts';
import { useStageInputs } from './useStageInputs.ts';
import { levelOf } from './view.ts';

export interface PlaceProps {
  list: ListState;
  buildingId: string;
}

/** What is in no stage makes all of them look better than they are. */
const LooseBanner = ({ overview, loose }: { overview: Overview; loose: LooseOrders }) => {
  const { orders, ordered } = overview.withoutStage;
  if (orders === 0) return null;
  const suggested = loose.orders.filter(hasSuggestion);
  const label = suggested.length === 1 ? 'Aceitar a sugestão' : `Aceitar as ${suggested.length} sugestões`;
  return (
    <Banner
      tone="warning"
      action={
        suggested.length > 0 && (
          <Button size="small" busy={loose.busy} onClick={() => loose.accept(suggested)}>
            {label}
          </Button>
        )
      }
    >
      <strong>
        {formatCurrency(ordered.value)} em {counted(orders, 'pedido')} sem etapa.
      </strong>{' '}
      Enquanto não forem classificados, o saldo das etapas parece maior do que é.
    </Banner>
  );
};

const Refusals = ({ loose }: { loose: LooseOrders }) => {
  const refused = loose.orders.filter(({ id }) => loose.refused.has(id));
  if (refused.length === 0) return null;
  return (
    <Banner tone="error">
      {refused.map(({ id, document }) => `${document}: ${loose.refused.get(id) ?? ''}`).join(' ')}
    </Banner>
  );
};

/** Id in the address of an input of one stage: both of theirs. */
const openIdOf = (item: StageItem): string | null =>
  item.kind === 'input' && item.row.product ? `${item.stage.stageId}.${item.row.product.id}` : null;

/** The stages as tree or cards, and what puts orders into them. */
export const StageTree = ({ list, buildingId, overview }: PlaceProps & { overview: Overview }) => {
  const { query, own, setOwn } = list;
  const { companyId } = usePurchasePlace(list);
  const place = { companyId, buildingId };
  const phone = useIsPhone();
  const navigate = useNavigate();
  const [turned, setTurned] = useState<{ level: unknown; keys: ReadonlySet<string> }>({ level: null, keys: new Set() });
  const level = levelOf(query);
  const search = filterText(query, 'search') ?? '';
  const exceeded = filterText(query, 'exceeded') === 'true';
  // Another level opens the tree anew.
  const view = `${level} ${search} ${exceeded}`;
  if (turned.level !== view) setTurned({ level: view, keys: new Set() });
  const stageInputs = useStageInputs(place);
  const selection = selectedIds(list);
  const loose = useLooseOrders({
    place,
    none: overview.withoutStage.orders === 0,
    onMoved: stageInputs.forget,
    onRefused: selection.set,
  });
  const kept = useMemo(() => keptStages(overview.content, { search, exceeded }), [overview, search, exceeded]);
  const { inputs } = stageInputs;
  const { orders } = loose;
  const items = useMemo(
    () => itemsOf({ overview, level, turned: turned.keys, kept, inputs, orders }),
    [overview, level, turned, kept, inputs, orders],
  );
  const orderIds = useMemo(() => orders.map(({ id }) => id), [orders]);
  const checks = useChecks({ ...selection, all: orderIds });
  const toggle = useStable(({ key }: StageItem) =>
    setTurned(({ level: now, keys }) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      return { level: now, keys: next };
    }),
  );
  const open = useStable((item: StageItem) => {
    if (item.kind === 'order') void navigate(`${ORDERS}?id=${item.order.id}`);
    else if (item.kind === 'input') setOwn('id', openIdOf(item));
    else if (item.open !== undefined) toggle(item);
  });
  const check = useStable((item: StageItem, extending: boolean) => {
    if (item.kind === 'loose') checks.toggleAll(orderIds);
    if (item.kind !== 'order') return;
    if (extending) checks.extend(item.order.id);
    else checks.toggle(item.order.id);
  });
  const [accept, need, retry] = [
    useStable((order: (typeof orders)[number]) => loose.accept([order])),
    useStable(stageInputs.need),
    useStable(stageInputs.retry),
  ];
  const acts = useMemo<RowActs>(
    () => ({
      ...{ onToggle: toggle, onOpen: open, onCheck: check },
      ...{ onAccept: accept, onNeed: need, onRetry: retry },
    }),
    [toggle, open, check, accept, need, retry],
  );
  const opened = items.find((item) => openIdOf(item) !== null && openIdOf(item) === own('id'));
  const shared = { items, checks, acts, withoutStage: overview.withoutStage, refused: loose.refused };
  const nothing = kept?.shown.size === 0;
  const head = (
    <>
      <div className={styles.band}>
        {overview.costEstimates.length === 0 && <NoEstimateBanner buildingId={buildingId} />}
        <LooseBanner overview={overview} loose={loose} />
        <Refusals loose={loose} />
        {loose.error !== undefined && loose.error !== null && orders.length === 0 && (
          <Banner tone="error" action={<Button onClick={() => void loose.refetch()}>Tentar novamente</Button>}>
            {errorText(loose.error, failures.lines)}
          </Banner>
        )}
        {nothing && items.length > 0 && <Banner tone="info">{noStageText(exceeded)}</Banner>}
      </div>
      <StageToolbar list={list} depth={Math.max(0, ...overview.content.map((stage) => stage.level)) + 1} />
    </>
  );
  return (
    <>
      {items.length === 0 ? (
        <Scrolling head={head}>
          <EmptyState title={noStageText(exceeded)} />
        </Scrolling>
      ) : phone ? (
        <Scrolling head={head}>
          <StageCards {...shared} orders={orders} />
        </Scrolling>
      ) : (
        <>
          {head}
          <StageGrid {...shared} {...{ orderIds }} busy={loose.busy} openKey={opened?.key ?? null} />
        </>
      )}
      <StageBulk
        chosen={orders.filter(({ id }) => checks.chosen.has(id))}
        stages={overview.content}
        loose={loose}
        onClear={() => selection.set([])}
      />
      {opened?.kind === 'input' && (
        <InputDrawer
          key={opened.key}
          {...{ row: opened.row, buildingId, purchase: false }}
          stage={{ id: opened.stage.stageId, name: `${opened.stage.code} ${opened.stage.name}` }}
          onClose={() => setOwn('id', null)}
        />
      )}
    </>
  );
};

const noStageText = (exceeded: boolean): string =>
  exceeded ? 'Nenhuma etapa acima do orçado.' : 'Nenhuma etapa com estas palavras.';
