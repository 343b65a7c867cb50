import { isIsoDate } from '#domain/dates.ts';
import { useAddressKeys } from '#web/client/address.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useEffect } from 'react';
import type { Chosen } from './model.ts';

export const TABS = ['catalogue', 'saved', 'schedules', 'files'] as const;
export type ReportTab = (typeof TABS)[number];

const dayOf = (text: string | null): string | null => (isIsoDate(text) ? text : null);
const idOf = (text: string | null): string | null => (text && /^[1-9]\d{0,15}$/.test(text) ? text : null);

const chosenOf = (params: URLSearchParams, placed: string | null): Chosen => {
  const regime = params.get('regime');
  return {
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
    // "all": every obra, although the place names one.
    buildingId: params.get('building') === 'all' ? null : (idOf(params.get('building')) ?? placed),
    walletId: idOf(params.get('wallet')),
    regime: regime === 'CASH' || regime === 'ACCRUAL' ? regime : null,
    grouping: params.get('grouping'),
  };
};

/** Chooses the company that a shared address names. */
const useSharedCompany = (params: URLSearchParams): void => {
  const { companies, place, setPlace } = useSession();
  const named = params.get('company');
  const isElsewhere = named !== null && named !== place.company?.id && companies.some(({ id }) => id === named);
  useEffect(() => {
    if (isElsewhere) setPlace(named, null);
  }, [isElsewhere, named, setPlace]);
};

/** What the screen shows, from its address: whoever opens it sees the same report, of their own rows. */
export const useReportView = () => {
  const [params, set] = useAddressKeys();
  const { companyId, buildingId } = usePlace();
  useSharedCompany(params);
  const chosen = chosenOf(params, buildingId);
  return {
    companyId,
    chosen,
    report: params.get('report'),
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'catalogue',
    search: params.get('search') ?? '',
    /** The whole address, for somebody else. */
    shared: (): string => {
      const query = new URLSearchParams(params);
      query.set('company', companyId);
      // Said of all obras, too: without it, the other person would see the one of their menu.
      query.set('building', chosen.buildingId ?? 'all');
      return `${window.location.origin}/reports?${query}`;
    },
    setTab: (tab: ReportTab) => set({ tab: tab === 'catalogue' ? null : tab }),
    setSearch: (search: string) => set({ search: search === '' ? null : search }, true),
    open: (report: string | null) => set({ report, grouping: null, tab: null }),
    setPeriod: (from: string | null, to: string | null) => set({ from, to }),
    setBuilding: (id: string | null, replace = false) => set({ building: id ?? 'all' }, replace),
    setWallet: (id: string, replace = false) => set({ wallet: id }, replace),
    setRegime: (regime: string) => set({ regime }),
    setGrouping: (grouping: string) => set({ grouping }),
  };
};

export type ReportView = ReturnType<typeof useReportView>;
