import {
  DATE_FILTER_KEYS,
  DEFAULT_DATE_FILTER,
  dateFilterRange,
  isDateFilterKey,
  lastDay,
  type DateFilter,
} from '#domain/dateFilter.ts';
import { isIsoDate } from '#domain/dates.ts';
import { ALL_BUILDINGS } from '#web/list/buildingFilter.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { isRecord, readJson, writeJson } from '#web/client/storage.ts';
import { today } from '#web/ui/index.ts';
import { useCallback, useState } from 'react';
import { useAddressKeys } from '#web/client/address.ts';
import { movementChanges, readMovements, type MovementQuestion } from './links.ts';
import { daysAround, type Days, type Group } from './series.ts';

const storageKey = 'dateFilter';
const isFilter = (value: unknown): value is DateFilter => isRecord(value) && isDateFilterKey(value.key);

/** Returns the date filter, which is stored in this browser (§4); `from` and `to` of the address override it. */
const useDateFilter = (params: URLSearchParams) => {
  const [kept, keep] = useState<DateFilter>(() => readJson(localStorage, storageKey, isFilter) ?? DEFAULT_DATE_FILTER);
  const [from, to] = [params.get('from'), params.get('to')];
  const filter: DateFilter = isIsoDate(from) ? { key: 'range', from, to: isIsoDate(to) ? to : from } : kept;
  const set = useCallback((next: DateFilter) => {
    writeJson(localStorage, storageKey, next);
    keep(next);
  }, []);
  return { filter, set };
};

const isGroup = (text: string | undefined): text is Group => text === 'DAY' || text === 'WEEK' || text === 'MONTH';
const groupOf = (params: URLSearchParams): Group => {
  const text = params.get('group')?.toUpperCase();
  return isGroup(text) ? text : 'MONTH';
};
const idOf = (text: string | null): string | null => (text && /^[1-9]\d*$/.test(text) ? text : null);

/** Returns the state of the screen from its address and this browser. */
export const useCashFlowView = () => {
  const [params, setKeys] = useAddressKeys();
  const { companyId, buildingId: placed } = usePlace();
  const { filter, set: keepFilter } = useDateFilter(params);
  const now = today();
  const named = params.get('building');
  const group = groupOf(params);
  const range = dateFilterRange(filter, now);
  // Days that are no period are asked for as they are: the service says why it refuses them.
  const chosen: Days = range
    ? { start: range.start, end: lastDay(range) }
    : { start: filter.from ?? now, end: filter.to ?? now };
  const days = filter.key === 'range' ? chosen : daysAround(now, group);
  const set = useCallback((key: string, value: string | null) => setKeys({ [key]: value }), [setKeys]);
  /** Leaves the days of the address for those that this browser keeps. */
  const dropDays = () => setKeys({ from: null, to: null });
  const setFilter = (next: DateFilter) => {
    keepFilter(next);
    if (params.has('from') || params.has('to')) dropDays();
  };
  const open = useCallback((question: MovementQuestion | null) => setKeys(movementChanges(question)), [setKeys]);
  return {
    companyId,
    today: now,
    group,
    days,
    filter,
    filterKeys: DATE_FILTER_KEYS,
    chosen,
    walletId: idOf(params.get('bank')),
    // The building of the place, unless the address names another one or all of them, as links of figures do.
    buildingId: named === ALL_BUILDINGS ? null : (idOf(named) ?? placed),
    allBuildings: named === ALL_BUILDINGS,
    chooseBuilding: (id: string | null) => set('building', id === placed ? null : (id ?? ALL_BUILDINGS)),
    forecasts: params.get('forecast') !== 'off',
    simulating: params.get('simulate') === '1',
    movements: readMovements(params),
    set,
    setFilter,
    dropDays,
    open,
  };
};

export type CashFlowView = ReturnType<typeof useCashFlowView>;
