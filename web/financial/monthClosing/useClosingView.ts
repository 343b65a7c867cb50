import { POINTS, type Point } from '#domain/financial/monthClosing/points.ts';
import { addToMonth, isMonth, monthOf, type Month } from '#domain/financial/financialStatement/months.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { today } from '#web/ui/index.ts';
import { useSearchParams } from 'react-router-dom';

const pointOf = (text: string | null): Point | null => POINTS.find((point) => point === text) ?? null;

/** What the screen shows, from its address: a link to it shows the same. Without a month, the last one that is over. */
export const useClosingView = () => {
  const [params, setParams] = useSearchParams();
  const { companyId } = usePlace();
  const asked = params.get('month');
  const month: Month = isMonth(asked) ? asked : addToMonth(monthOf(today()), -1);
  const set = (changes: Record<string, string | null>) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [key, value] of Object.entries(changes)) {
        if (value === null) next.delete(key);
        else next.set(key, value);
      }
      return next;
    });
  return {
    ...{ companyId, month, year: Number(month.slice(0, 4)) },
    point: pointOf(params.get('point')),
    setMonth: (next: Month) => set({ month: next, point: null }),
    setPoint: (point: Point | null) => set({ point }),
  };
};
export type ClosingView = ReturnType<typeof useClosingView>;
