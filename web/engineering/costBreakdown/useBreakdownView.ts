import { isIsoDate } from '#domain/dates.ts';
import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { today } from '#web/ui/index.ts';
import { toggled, useAddressKeys } from '#web/client/address.ts';

const openOf = (params: URLSearchParams): string[] => (params.get('open') ?? '').split(',').filter(Boolean);

/** What the screen shows, from its address. */
export const useBreakdownView = () => {
  const [params, setKeys] = useAddressKeys();
  const { companyId, buildingId: placed } = usePlace();
  const set = (key: string, value: string | null, replace = false) => setKeys({ [key]: value }, replace);
  const [named, asked] = [params.get('building'), params.get('date')];
  const regime: Regime = params.get('regime') === 'cash' ? 'CASH' : 'ACCRUAL';
  return {
    companyId,
    buildingId: named && /^[1-9]\d*$/.test(named) ? named : placed,
    regime,
    date: isIsoDate(asked) ? asked : today(),
    open: new Set(openOf(params)),
    unfolded: params.get('columns') === 'all',
    inputs: params.get('inputs') === '1',
    setBuilding: (id: string) => set('building', id === placed ? null : id),
    setRegime: (next: Regime) => set('regime', next === 'CASH' ? 'cash' : null),
    setDate: (date: string) => set('date', date === '' || date === today() ? null : date),
    toggle: (key: string) => setKeys((now) => ({ open: toggled(openOf(now), key).join(',') || null }), true),
    setUnfolded: (unfolded: boolean) => set('columns', unfolded ? 'all' : null, true),
    setInputs: (open: boolean) => set('inputs', open ? '1' : null),
  };
};

export type BreakdownView = ReturnType<typeof useBreakdownView>;
