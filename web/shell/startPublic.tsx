import type { AppRoute } from '#web/session/routes.ts';
import { darkPalette, lightPalette, paletteVariables } from '#web/ui/palette.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { NotFoundPage } from '#web/public-pages/NotFoundPage.tsx';
import { colorMode } from './colorMode.ts';

/** Loads the application while the user types the login, so that it opens at once. */
const prefetchApplication = () => void import('./startApp.tsx').catch(() => undefined);

/** Renders the page of a public route with React alone: without router, Fluent and Apollo. */
export const startPublic = (
  root: HTMLElement,
  route: AppRoute | undefined,
  Page: ComponentType = NotFoundPage,
): void => {
  const variables = paletteVariables(colorMode() === 'dark' ? darkPalette : lightPalette);
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
  document.title =
    route && route.path !== '/' ? `${route.title} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · gestão para construtoras`;
  createRoot(root).render(<Page />);
  if (route?.leadsIn) setTimeout(prefetchApplication, 800);
};
