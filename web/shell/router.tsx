import { createBrowserRouter, createPath, type RouteObject } from 'react-router-dom';
import { Guarded } from './Guarded.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { routes, type AppRoute } from '#web/session/routes.ts';
import { ScreenError } from './ScreenError.tsx';
import { screenOf } from './screens.ts';
import { Shell } from './Shell.tsx';
import { leadReloadTo } from './staleChunks.ts';

const toRouteObject = (route: AppRoute): RouteObject => ({
  path: route.path,
  errorElement: <ScreenError />,
  lazy: async () => {
    // Renders an error for a chunk that fails to load; the router itself would render nothing.
    const screen = await screenOf(route)().catch(() => null);
    if (!screen?.default) return { element: <ScreenError /> };
    const Screen = screen.default;
    return {
      element: (
        <Guarded route={route}>
          <Screen />
        </Guarded>
      ),
    };
  },
});

/** Returns the router of the home area, built from the route table. Public addresses are separate pages (main.tsx). */
export const createRouter = () => {
  const router = createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <ScreenError />,
      hydrateFallbackElement: <></>,
      children: [
        ...routes.filter((route) => route.rule !== 'public').map(toRouteObject),
        { path: '*', element: <NotFoundScreen /> },
      ],
    },
  ]);
  leadReloadTo(() => {
    const { location } = router.state.navigation;
    return location && createPath(location);
  });
  return router;
};
