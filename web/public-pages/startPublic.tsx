import { colorMode } from '#web/app/colorMode.ts';
import type { AppRoute } from '#web/app/routes.ts';
import { darkPalette, lightPalette, paletteVariables } from '#web/ui/palette.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { createRoot } from 'react-dom/client';
import { NotFoundPage } from './NotFoundPage.tsx';

/** Shows one public page with React alone: no router, no Fluent, no Apollo. */
export const startPublic = async (root: HTMLElement, route: AppRoute | undefined): Promise<void> => {
  const Page = route ? (await route.load()).default : NotFoundPage;
  const variables = paletteVariables(colorMode() === 'dark' ? darkPalette : lightPalette);
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
  document.title =
    route && route.path !== '/' ? `${route.title} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · gestão para construtoras`;
  createRoot(root).render(<Page />);
};
