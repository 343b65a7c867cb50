import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useEffect, type ReactNode } from 'react';
import { trackPage } from './analytics.ts';
import type { AppRoute } from './routes.ts';
import { useSession } from './sessionContext.ts';
import { PRODUCT_NAME } from '#domain/product.ts';

/** Shows a screen to whoever may enter it in the chosen place, counts the visit and names the tab. */
export const Guarded = ({ route, children }: { route: AppRoute; children: ReactNode }) => {
  const { may } = useSession();
  useEffect(() => {
    document.title = `${route.title} · ${PRODUCT_NAME}`;
    trackPage(route.path);
  }, [route]);
  if (may(route.rule)) return children;
  return (
    <EmptyState
      level={1}
      title={`Sem acesso a ${route.title}`}
      text="Sua permissão na empresa e na obra escolhidas não inclui esta tela. Escolha outra obra ou fale com quem administra a conta."
    />
  );
};
