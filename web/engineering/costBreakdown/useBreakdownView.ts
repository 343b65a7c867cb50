import { isIsoDate } from '#domain/dates.ts';
import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { today } from '#web/ui/index.ts';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What the screen shows, from its address. */
export const useBreakdownView = () => {
  const [params, setParams] = useSearchParams();
  const { companyId, buildingId: placed } = usePlace();
  const set = useCallback(
    (key: string, value: string | null, replace = false) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null) next.delete(key);
          else next.set(key, value);
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  const [named, asked] = [params.get('building'), params.get('date')];
  const regime: Regime = params.get('regime') === 'cash' ? 'CASH' : 'ACCRUAL';
  return {
    companyId,
    buildingId: named && /^[1-9]\d*$/.test(named) ? named : placed,
    regime,
    date: isIsoDate(asked) ? asked : today(),
    open: new Set((params.get('open') ?? '').split(',').filter(Boolean)),
    unfolded: params.get('columns') === 'all',
    inputs: params.get('inputs') === '1',
    setBuilding: (id: string) => set('building', id === placed ? null : id),
    setRegime: (next: Regime) => set('regime', next === 'CASH' ? 'cash' : null),
    setDate: (date: string) => set('date', date === '' || date === today() ? null : date),
    setOpen: (open: ReadonlySet<string>) => set('open', open.size === 0 ? null : [...open].join(','), true),
    setUnfolded: (unfolded: boolean) => set('columns', unfolded ? 'all' : null, true),
    setInputs: (open: boolean) => set('inputs', open ? '1' : null),
  };
};

export type BreakdownView = ReturnType<typeof useBreakdownView>;
