import { POINTS, type Point } from '#domain/financial/monthClosing/points.ts';
import { addToMonth, isMonth, monthOf, type Month } from '#domain/financial/financialStatement/months.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { today } from '#web/ui/index.ts';
import { useAddressKeys } from '#web/client/address.ts';

const pointOf = (text: string | null): Point | null => POINTS.find((point) => point === text) ?? null;

/** What the screen shows, from its address: a link to it shows the same. Without a month, the last one that is over. */
export const useClosingView = () => {
  const [params, set] = useAddressKeys();
  const { companyId } = usePlace();
  const asked = params.get('month');
  const month: Month = isMonth(asked) ? asked : addToMonth(monthOf(today()), -1);
  return {
    ...{ companyId, month, year: Number(month.slice(0, 4)) },
    point: pointOf(params.get('point')),
    setMonth: (next: Month) => set({ month: next, point: null }),
    setPoint: (point: Point | null) => set({ point }),
  };
};
export type ClosingView = ReturnType<typeof useClosingView>;
