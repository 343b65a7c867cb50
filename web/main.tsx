import { isInside } from '#web/client/inside.ts';
import { followColorMode } from './shell/colorMode.ts';
import { screenOf } from './shell/screens.ts';
import { findRoute, type AppRoute } from './session/routes.ts';
import { reloadOnStaleChunks } from './shell/staleChunks.ts';
import { refuseStrayFiles } from './shell/strayFiles.ts';
import { tellCutTexts } from './ui/cutTexts.ts';
import './ui/base.css';
import './ui/print.css';

/**
 * Two entry points, so that the public pages load neither Fluent nor Apollo: a path of the application
 * starts it, any other path renders one light page.
 */
const start = async () => {
  followColorMode();
  reloadOnStaleChunks();
  refuseStrayFiles();
  tellCutTexts(document);
  const root = document.getElementById('root');
  if (!root) return;
  const path = window.location.pathname;
  if (path === '/index.html') window.history.replaceState(null, '', '/');
  if (isInside(path)) (await import('./shell/startApp.tsx')).startApp(root);
  else await openPublic(root, findRoute(path));
};

/** Loads a page and what renders it at once: on a slow connection, each wait for an answer is seen. */
const openPublic = async (root: HTMLElement, route: AppRoute | undefined) => {
  const [{ startPublic }, screen] = await Promise.all([import('./shell/startPublic.tsx'), route && screenOf(route)()]);
  startPublic(root, route, screen?.default);
};

void start();
