import {
  applyScenario,
  isPlain,
  NO_SCENARIO,
  projectBalances,
  type DayBalance,
  type Forecast,
  type Scenario,
} from '#domain/cashFlow.ts';
import { CashFlowMovementsDocument, type CashFlowMovementRowFragment } from '#web/generated/financial.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useMemo, useState } from 'react';

/** Rows per request, and the maximum number of requests of a simulation. */
const PAGE = 500;
const MOST_PAGES = 20;

interface Place {
  companyId: string;
  buildingId: string | null;
  walletId: string | null;
}

/** Loads all open installments of the horizon when a simulation starts; returns null until then. */
const useForecasts = (place: Place, days: { start: string; end: string }, wanted: boolean) => {
  const client = useApolloClient();
  const { companyId, buildingId, walletId } = place;
  const { start, end } = days;
  const key = [companyId, buildingId, walletId, start, end].join(' ');
  const [loaded, setLoaded] = useState<{ key: string; rows: CashFlowMovementRowFragment[] } | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    const load = async () => {
      const rows: CashFlowMovementRowFragment[] = [];
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { data } = await client.query({
          query: CashFlowMovementsDocument,
          variables: {
            ...{ companyId, buildingId, walletId, startDate: start, endDate: end, page, size: PAGE },
            filter: { state: 'FORECAST' as const },
          },
          fetchPolicy: 'network-only',
        });
        rows.push(...(data?.cashFlowMovements?.content ?? []));
        if (data?.cashFlowMovements?.last !== false) break;
      }
      if (current) setLoaded({ key, rows });
    };
    load().catch((error: unknown) => current && notifyFailure(error));
    return () => {
      current = false;
    };
  }, [buildingId, client, companyId, end, key, start, walletId, wanted]);
  return loaded?.key === key ? loaded.rows : null;
};

export interface Simulation {
  scenario: Scenario;
  setScenario: (scenario: Scenario) => void;
  /** Null while the rows load. */
  rows: readonly CashFlowMovementRowFragment[] | null;
  /** The balances in the scenario; null without a change. */
  days: DayBalance[] | null;
}

/** Returns a scenario over the forecasts; it stays in this screen and is never saved or sent. */
export const useScenario = (
  place: Place,
  horizon: { start: string; end: string },
  opening: string | undefined,
  wanted: boolean,
): Simulation => {
  const [scenario, setScenario] = useState(NO_SCENARIO);
  const rows = useForecasts(place, horizon, wanted);
  const { start, end } = horizon;
  const days = useMemo(() => {
    if (!wanted || !rows || opening === undefined || isPlain(scenario)) return null;
    const forecasts: Forecast[] = rows.map(({ id, type, date, value }) => ({ key: id, type, date, value }));
    return projectBalances(opening, applyScenario(forecasts, scenario), { start, end });
  }, [end, opening, rows, scenario, start, wanted]);
  return { scenario, setScenario, rows, days };
};
