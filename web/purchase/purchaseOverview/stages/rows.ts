import { isBelowZero } from '#domain/engineering/purchaseOverview/figures.ts';
import { isZero, subtract, sum } from '#domain/money.ts';
import { matchesSearch } from '#domain/text.ts';
import type { PurchaseOverviewStagesQuery } from '#web/generated/purchase.ts';
import { idOf, type Row } from '../inputs/rows.ts';
import type { Line } from '../lines/useLines.ts';
import { MEASURES, type Values } from '../words.ts';
import type { Level } from './view.ts';

export type Overview = NonNullable<PurchaseOverviewStagesQuery['purchaseOverviewStages']>;
export type Stage = Overview['content'][number];

/** An order with lines that stand in no stage. */
export interface LooseOrder {
  id: string;
  document: string;
  date: string;
  lines: readonly Line[];
  items: string;
  ordered: string;
  received: string;
  invoiced: string;
  paid: string;
  /** Names of the stages that its lines belong to, as far as that is known. */
  suggested: readonly string[];
}

/** Inputs of one stage; null while they are loaded. */
export type InputsOfStage = ReadonlyMap<string, { rows: readonly Row[] } | { failed: true }>;

const groupsOf = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

interface Placed {
  key: string;
  /** Row that it is in. */
  parent: string | null;
  level: number;
}

export type StageItem = Placed &
  (
    | { kind: 'stage'; open: boolean | undefined; stage: Stage }
    /** What stands in a stage that has others in it, and in none of these. */
    | { kind: 'own'; open: boolean; stage: Stage; values: Values }
    | { kind: 'input'; open?: undefined; stage: Stage; row: Row }
    /** Inputs that are not loaded yet. */
    | { kind: 'wait'; open?: undefined; stage: Stage; failed: boolean }
    | { kind: 'loose'; open: boolean }
    | { kind: 'order'; open?: undefined; order: LooseOrder }
  );

/** Orders of lines, in their order. */
export const ordersOf = (lines: readonly Line[]): LooseOrder[] => {
  const byOrder = groupsOf(lines, ({ order }) => order.id);
  return [...byOrder.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return [
      {
        ...{ id: first.order.id, document: first.order.document, date: first.order.date, lines: own },
        items: [...new Set(own.map(({ product }) => product.name))].join(', '),
        ordered: sum(own.map(({ ordered }) => ordered.value)),
        received: sum(own.map(({ received }) => received.value)),
        invoiced: sum(own.map(({ invoiced }) => invoiced.value)),
        paid: sum(own.map(({ paid }) => paid.value)),
        suggested: [...new Set(own.flatMap(({ suggestedStage }) => suggestedStage?.name ?? []))],
      },
    ];
  });
};

const isAnything = (values: Values): boolean => MEASURES.some((measure) => !isZero(values[measure].value));

/** What of a stage is in none of those in it. */
const ownOf = (stage: Stage, children: readonly Stage[]): Values => {
  const rest = (measure: (typeof MEASURES)[number]) => ({
    value: subtract(stage[measure].value, sum(children.map((child) => child[measure].value))),
  });
  return {
    ...{ estimated: rest('estimated'), requested: rest('requested'), ordered: rest('ordered') },
    ...{ received: rest('received'), invoiced: rest('invoiced'), paid: rest('paid'), balance: rest('balance') },
  };
};

const NONE = '';
export const childrenOf = (stages: readonly Stage[]): ReadonlyMap<string, readonly Stage[]> =>
  groupsOf(stages, ({ parentId }) => parentId ?? NONE);

/** Stages that a search and "Só excedidas" leave, with those that they are in; null without either. */
export const keptStages = (
  stages: readonly Stage[],
  { search, exceeded }: { search: string; exceeded: boolean },
): { shown: ReadonlySet<string>; around: ReadonlySet<string> } | null => {
  if (search === '' && !exceeded) return null;
  const byId = new Map(stages.map((stage) => [stage.stageId, stage]));
  const found = new Set<string>();
  const shown = new Set<string>();
  const around = new Set<string>();
  for (const stage of stages) {
    const inFound = stage.parentId !== null && found.has(stage.parentId);
    if (!inFound && !matchesSearch(`${stage.code} ${stage.name}`, search)) continue;
    found.add(stage.stageId);
    if (exceeded && !isBelowZero(stage.balance.value)) continue;
    shown.add(stage.stageId);
    for (let at = stage.parentId; at !== null && !around.has(at); at = byId.get(at)?.parentId ?? null) around.add(at);
  }
  around.forEach((id) => shown.add(id));
  return { shown, around };
};

/** Something is ordered or asked for without a stage. */
export const hasLoose = ({ withoutStage }: Pick<Overview, 'withoutStage'>): boolean =>
  withoutStage.orders > 0 || isAnything(withoutStage);

interface ItemsOptions {
  overview: Overview;
  level: Level;
  /** Rows that were opened or closed against the level. */
  turned: ReadonlySet<string>;
  kept: ReturnType<typeof keptStages>;
  inputs: InputsOfStage;
  orders: readonly LooseOrder[];
}

/** The rows that are shown, in the order of the tree; what stands in no stage is last. */
export const itemsOf = ({ overview, level, turned, kept, inputs, orders }: ItemsOptions): StageItem[] => {
  const children = childrenOf(overview.content);
  const items: StageItem[] = [];
  const isOpen = (key: string, usual: boolean): boolean => usual !== turned.has(key);
  const addInputs = (stage: Stage, parent: string, depth: number): void => {
    const known = inputs.get(stage.stageId);
    const place = { parent, level: depth, stage };
    if (!known || 'failed' in known)
      items.push({ kind: 'wait', key: `wait-${stage.stageId}`, ...place, failed: known !== undefined });
    else
      for (const row of known.rows)
        items.push({ kind: 'input', key: `input-${stage.stageId}-${idOf(row)}`, ...place, row });
  };
  const add = (stage: Stage): void => {
    if (kept && !kept.shown.has(stage.stageId)) return;
    const below = children.get(stage.stageId) ?? [];
    const key = `stage-${stage.stageId}`;
    const isOpenLevel = below.length > 0 && level !== 'inputs' && stage.level < level - 1;
    const usual = level === 'inputs' || isOpenLevel || (kept?.around.has(stage.stageId) ?? false);
    const open = below.length > 0 || isAnything(stage) ? isOpen(key, usual) : undefined;
    const parent = stage.parentId === null ? null : `stage-${stage.parentId}`;
    items.push({ kind: 'stage', key, parent, level: stage.level, open, stage });
    if (open !== true) return;
    if (below.length === 0) return addInputs(stage, key, stage.level + 1);
    const values = ownOf(stage, below);
    if (!kept && isAnything(values)) {
      const own = `own-${stage.stageId}`;
      const ownOpen = isOpen(own, level === 'inputs');
      items.push({ kind: 'own', key: own, parent: key, level: stage.level + 1, open: ownOpen, stage, values });
      if (ownOpen) addInputs(stage, own, stage.level + 2);
    }
    below.forEach(add);
  };
  (children.get(NONE) ?? []).forEach(add);
  if (hasLoose(overview)) {
    const open = isOpen('loose', true);
    items.push({ kind: 'loose', key: 'loose', parent: null, level: 0, open });
    if (open)
      for (const order of orders)
        items.push({ kind: 'order', key: `order-${order.id}`, parent: 'loose', level: 1, order });
  }
  return items;
};
