import { counted } from '#domain/numberFormat.ts';
import { ALL_BUILDINGS } from '../buildingFilter.ts';
import { filterText, isId, isTurned, type FilterSpecs } from '../listFilters.ts';
import type { ListQuery } from '#domain/listQuery.ts';
import type { Place, SessionBuilding } from '#web/session/sessionContext.ts';
import { periodText, type Fact } from '#web/ui/index.ts';

/** What a list was asked for, as far as its address tells it. */
export interface Asked {
  query: ListQuery;
  filters: FilterSpecs;
  /** Order of the rows, where none is in the address, too. */
  sort: readonly { id: string; desc?: boolean | null | undefined }[];
}

/** What only the screen knows of the list. */
export interface Shown {
  columns: readonly { id: string; title: string }[];
  /** The chosen view: "Situação", "Vencidas". */
  view?: Fact | undefined;
  /** Key of the address that the view is of. */
  viewKey?: string;
  /** What the chips say. */
  chips: Iterable<Fact>;
  /** What controls say that are no chips. */
  others?: readonly Fact[] | undefined;
}

const BUILDING = 'building';

/** The obra that the list is narrowed by, else "Todas"; null for a list that no obra narrows. */
export const buildingWords = (
  { query, filters }: Pick<Asked, 'query' | 'filters'>,
  { company, building }: Place,
): string | null => {
  if (!(BUILDING in filters)) return null;
  const named = filterText(query, BUILDING);
  if (named === '-1') return 'sem obra';
  if (named === ALL_BUILDINGS) return 'Todas';
  const known = (id: string): SessionBuilding | undefined => company?.buildings.find((one) => one.id === id);
  if (isId(named)) return known(named)?.name ?? `nº ${named}`;
  return building?.name ?? 'Todas';
};

/** Orders that are no column. */
const ORDERS: Readonly<Record<string, readonly [rising: string, falling: string]>> = {
  settled: ['em aberto primeiro', 'quitadas primeiro'],
};

const orderOf = ({ sort }: Asked, { columns }: Shown): Fact[] => {
  const words = sort.flatMap(({ id, desc }) => {
    const order = ORDERS[id]?.[desc ? 1 : 0];
    const column = columns.find((one) => one.id === id);
    return order ?? (column ? `${column.title.replace(/ \(R\$\)$/, '')}${desc ? ' (decrescente)' : ''}` : []);
  });
  return words.length === 0 ? [] : [{ label: 'Ordem', value: words.join(', depois ') }];
};

/** Filters of the address that no control has said. */
const unsaid = ({ query, filters }: Asked, { viewKey }: Shown, said: readonly Fact[]): Fact[] =>
  query.filters.flatMap(({ id, value }) => {
    const spec = Object.hasOwn(filters, id) ? filters[id] : undefined;
    if (!spec || id === viewKey || id === BUILDING || id === 'search') return [];
    if (said.some(({ label }) => label === spec.label)) return [];
    if (typeof value !== 'string') return [{ label: spec.label, value: periodText(value) ?? '' }];
    if (!spec.reads(value) || isTurned(query, filters, id)) return [];
    return [{ label: spec.label, value: spec.shows?.(value) ?? (isId(value) ? `nº ${value}` : value) }];
  });

/** The head of a printed list: obra, view, each filter in words, and the order. */
export const factsOf = (asked: Asked, shown: Shown, place: Place): Fact[] => {
  const building = buildingWords(asked, place);
  const search = filterText(asked.query, 'search');
  const said = [...shown.chips, ...(shown.others ?? [])].filter(({ label }) => label !== 'Obra');
  return [
    ...(building === null ? [] : [{ label: 'Obra', value: building }]),
    ...(shown.view ? [shown.view] : []),
    ...said,
    ...unsaid(asked, shown, said),
    ...(search ? [{ label: 'Busca', value: `“${search}”` }] : []),
    ...orderOf(asked, shown),
  ];
};

/** "Casa Ipê · 321 linhas": what stands on each page. */
export const aboutOf = (facts: readonly Fact[], count: number): string => {
  const building = facts.find(({ label }) => label === 'Obra')?.value;
  const where = building === 'Todas' ? 'Todas as obras' : building;
  return [where, counted(count, 'linha')].filter(Boolean).join(' · ');
};
