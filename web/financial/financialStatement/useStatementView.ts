import { isIsoDate } from '#domain/dates.ts';
import { readFigure, type Regime } from '#domain/financial/financialStatement/lines.ts';
import {
  addToMonth,
  countMonths,
  isMonth,
  monthOf,
  MOST_SHOWN_MONTHS,
} from '#domain/financial/financialStatement/months.ts';
import { toggled, useAddressKeys } from '#web/client/address.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { today } from '#web/ui/index.ts';

/** What stands beside the values of a month. */
export const ANALYSES = ['none', 'av', 'ah', 'lastYear', 'estimate'] as const;
export type Analysis = (typeof ANALYSES)[number];

/** Months shown where the address names none: the last ones that are over. */
const USUAL_MONTHS = 5;

const analysisOf = (text: string | null): Analysis => ANALYSES.find((one) => one === text) ?? 'av';
const idOf = (text: string | null): string | null => (text && /^[1-9]\d*$/.test(text) ? text : null);

/** Months of the address; at most as many as the screen shows, the last ones. */
const periodOf = (params: URLSearchParams, now: string) => {
  const [from, to] = [params.get('from'), params.get('to')];
  const month = (text: string | null) => (isMonth(text) ? text : isIsoDate(text) ? monthOf(text) : null);
  const last =
    month(to) ?? (month(from) ? addToMonth(month(from) ?? '', USUAL_MONTHS - 1) : addToMonth(monthOf(now), -1));
  const first = month(from) ?? addToMonth(last, 1 - USUAL_MONTHS);
  const count = countMonths(first, last);
  if (count < 1) return { from: last, to: last };
  return { from: count > MOST_SHOWN_MONTHS ? addToMonth(last, 1 - MOST_SHOWN_MONTHS) : first, to: last };
};

/** A figure whose documents are shown: its row, and a month or all of them. */
export interface OpenFigure {
  figure: string;
  month: string | null;
}

const figureOf = (params: URLSearchParams): OpenFigure | null => {
  const [figure, month] = [params.get('figure'), params.get('month')];
  if (figure === null || !readFigure(figure)) return null;
  return { figure, month: isMonth(month) ? month : null };
};

const openOf = (params: URLSearchParams): string[] =>
  (params.get('open') ?? 'GROSS_REVENUE,CONSTRUCTION_COST').split(',').filter(Boolean);

/** What the screen shows, from its address: a link to it shows the same. */
export const useStatementView = () => {
  const [params, set] = useAddressKeys();
  const { companyId, buildingId: placed } = usePlace();
  const regime: Regime = params.get('regime') === 'accrual' ? 'ACCRUAL' : 'CASH';
  return {
    companyId,
    regime,
    ...periodOf(params, today()),
    // "all": every building, although the place names one.
    buildingId: params.get('building') === 'all' ? null : (idOf(params.get('building')) ?? placed),
    analysis: analysisOf(params.get('analysis')),
    open: new Set(openOf(params)),
    /** The month that a phone shows; 'total' for all of them. */
    shown: params.get('show'),
    documents: figureOf(params),
    lines: params.get('lines'),
    setRegime: (next: Regime) => set({ regime: next === 'ACCRUAL' ? 'accrual' : null }),
    setPeriod: (from: string, to: string) => set({ from, to, show: null }),
    setBuilding: (id: string | null) => set({ building: id === placed ? null : (id ?? 'all') }),
    setAnalysis: (next: Analysis) => set({ analysis: next === 'av' ? null : next }),
    toggle: (key: string) => set((now) => ({ open: toggled(openOf(now), key).join(',') }), true),
    setShown: (month: string) => set({ show: month }, true),
    openDocuments: (at: OpenFigure | null) => set({ figure: at?.figure ?? null, month: at?.month ?? null }),
    openLines: (which: 'all' | 'unclassified' | null) => set({ lines: which }),
  };
};

export type StatementView = ReturnType<typeof useStatementView>;
