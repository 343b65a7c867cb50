import { NO_COMPANY_AVAILABLE } from '#domain/messages.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AccessLostContext } from '#web/session/accessLost.ts';
import { trackPage } from './analytics.ts';
import type { AppRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useUnsaved } from '#web/form/unsaved.ts';
import { PRODUCT_NAME } from '#domain/product.ts';

/** Renders a screen for users who may enter it in the chosen place; tracks the visit and sets the tab's title. */
export const Guarded = ({ route, children }: { route: AppRoute; children: ReactNode }) => {
  const { may, place } = useSession();
  const unsaved = useUnsaved();
  useEffect(() => {
    document.title = `${route.title} · ${PRODUCT_NAME}`;
    trackPage(route.path);
  }, [route]);
  const allowed = may(route.rule);
  const [entered, setEntered] = useState<AppRoute | null>(null);
  if (allowed && entered !== route) setEntered(route);
  if (allowed && place.company === null && !route.withoutCompany) return <NoCompanyYet />;
  // A screen with unsaved input stays when its permission is revoked; its form says so and cannot be saved.
  if (allowed || (unsaved && entered === route))
    return <AccessLostContext value={!allowed}>{children}</AccessLostContext>;
  return (
    <EmptyState
      level={1}
      title={`Sem acesso a ${route.title}`}
      text="Sua permissão na empresa e na obra escolhidas não inclui esta tela. Escolha outra obra ou fale com quem administra a conta."
    />
  );
};

/** For an admin of an account without a company: asks for the first company. */
const NoCompanyYet = () => (
  <EmptyState
    level={1}
    title={NO_COMPANY_AVAILABLE}
    text="Tudo pertence a uma empresa: obras, carteiras e lançamentos. Comece por cadastrar a sua."
    action={<Link to="/home/forms/settings/company?id=new">Cadastrar a empresa</Link>}
  />
);
