import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { findRoute, routes, type AppRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';

export interface Start {
  label: string;
  to: string;
  route: AppRoute;
}

/** Adds an action's keys to the current query string, so that filters and the open statement stay. */
const joined = (current: string, search: string): string => {
  const params = new URLSearchParams(current);
  new URLSearchParams(search).forEach((value, key) => params.set(key, value));
  return `?${params}`;
};

/** Returns the target of N: the screen's own action, else the first available one. */
export const useNewHere = (): string | undefined => {
  const { pathname, search } = useLocation();
  const starts = useStarts();
  const own = findRoute(pathname)?.newHere;
  if (own !== undefined) return pathname + joined(search, own);
  return (starts.find(({ route }) => route.path === pathname) ?? starts[0])?.to;
};

/** Returns the actions that the user may start in the place. */
export const useStarts = (): Start[] => {
  const { may } = useSession();
  const { pathname, search: current } = useLocation();
  return useMemo(
    () =>
      routes
        .filter((route) => may(route.rule))
        .flatMap((route) =>
          (route.actions ?? [])
            .filter(({ rule }) => rule === undefined || may(rule))
            .map(({ label, search }) => ({
              label,
              to: route.path + (route.path === pathname ? joined(current, search) : search),
              route,
            })),
        ),
    [may, pathname, current],
  );
};
