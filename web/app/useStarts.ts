import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { routes, type AppRoute } from './routes.ts';
import { useSession } from './sessionContext.ts';

export interface Start {
  label: string;
  to: string;
  route: AppRoute;
}

/** On the screen itself, what is shown stays: the filters, the wallet whose statement is open. */
const joined = (current: string, search: string): string => {
  const params = new URLSearchParams(current);
  new URLSearchParams(search).forEach((value, key) => params.set(key, value));
  return `?${params}`;
};

/** Everything that can be started by whoever is logged in, where they are. */
export const useStarts = (): Start[] => {
  const { may } = useSession();
  const { pathname, search: current } = useLocation();
  return useMemo(
    () =>
      routes
        .filter((route) => may(route.rule))
        .flatMap((route) =>
          (route.actions ?? []).map(({ label, search }) => ({
            label,
            to: route.path + (route.path === pathname ? joined(current, search) : search),
            route,
          })),
        ),
    [may, pathname, current],
  );
};
