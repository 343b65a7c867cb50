import { EmptyState } from '#web/ui/EmptyState.tsx';
import { currentPermissions, type Permission } from '#domain/permissions.ts';
import { Navigate } from 'react-router-dom';
import { routes } from './routes.ts';
import { useSession } from './sessionContext.ts';

const areas: Record<Permission, string> = {
  DEBIT: 'despesas',
  CREDIT: 'receitas',
  PURCHASE: 'compras',
  ENGINEERING: 'engenharia',
};

const list = new Intl.ListFormat('pt-BR');

/** `/home`: the first screen of the menu that the person may enter; a word about their access when there is none. */
const HomeScreen = () => {
  const { may, user, grantee, scope, place } = useSession();
  const first = routes.find((route) => route.menu && may(route.rule));
  if (first) return <Navigate to={first.path} replace />;
  const granted = currentPermissions(grantee, scope.companyId, scope.buildingId).map((permission) => areas[permission]);
  const where = place.building?.name ?? place.company?.name;
  const text =
    granted.length === 0
      ? 'Você ainda não tem permissões. Fale com quem administra a conta da sua empresa.'
      : `Você tem acesso a ${list.format(granted)}${where ? ` em ${where}` : ''}. As telas dessa área ainda não estão disponíveis nesta versão.`;
  return <EmptyState level={1} title={`Olá, ${user.name.split(' ')[0] ?? ''}`} text={text} />;
};

export default HomeScreen;
