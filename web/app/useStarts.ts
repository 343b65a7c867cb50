import { useMemo } from 'react';
import { routes, type AppRoute } from './routes.ts';
import { useSession } from './sessionContext.ts';

export interface Start {
  label: string;
  to: string;
  route: AppRoute;
}

/** Everything that can be started by whoever is logged in, where they are. */
export const useStarts = (): Start[] => {
  const { may } = useSession();
  return useMemo(
    () =>
      routes
        .filter((route) => may(route.rule))
        .flatMap((route) =>
          (route.actions ?? []).map(({ label, search }) => ({ label, to: route.path + search, route })),
        ),
    [may],
  );
};
