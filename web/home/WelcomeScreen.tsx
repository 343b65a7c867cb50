import { currentPermissions, type Permission } from '#domain/permissions.ts';
import { routes } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import styles from './home.module.css';

const areas: Record<Permission, string> = {
  DEBIT: 'despesas',
  CREDIT: 'receitas',
  PURCHASE: 'compras',
  ENGINEERING: 'engenharia',
};
const list = new Intl.ListFormat('pt-BR');

/** Start screen of users who are not admins (§2): their permissions in the place, with links to their screens. */
const WelcomeScreen = () => {
  const { may, user, grantee, scope, place } = useSession();
  const granted = currentPermissions(grantee, scope.companyId, scope.buildingId).map((permission) => areas[permission]);
  const where = [place.company?.name, place.building?.name ?? 'todas as suas obras'].filter(Boolean).join(', ');
  const screens = routes.filter((route) => route.menu && route.rule !== 'authenticated' && may(route.rule));
  const starts = screens.flatMap(({ path, actions = [] }) =>
    actions.map(({ label, search }) => ({ label, to: path + search })),
  );
  return (
    <div className={styles.screen}>
      <PageHeader title={`Olá, ${user.name.split(' ')[0] ?? ''}`} summary={where} />
      <div className={styles.body}>
        <p className={styles.lead}>
          {granted.length === 0
            ? 'Você ainda não tem permissões aqui. Fale com quem administra a conta da sua empresa.'
            : `Aqui você trabalha com ${list.format(granted)}.`}
          {granted.length > 0 &&
            screens.length === 0 &&
            ' As telas dessa área ainda não estão disponíveis nesta versão.'}
        </p>
        {screens.length > 0 && (
          <ul className={styles.tiles} aria-label="Suas telas">
            {screens.map(({ path, title }) => (
              <li key={path}>
                <Link to={path} className={styles.tile}>
                  <strong>{title}</strong>
                  <ArrowRightIcon />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {starts.length > 0 && (
          <section aria-label="Começar">
            <h2 className={styles.heading}>Começar</h2>
            <ul className={styles.links}>
              {starts.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className={styles.foot}>
          Primeira vez? Veja os <Link to="/home/tutorials">tutoriais</Link>.
        </p>
      </div>
    </div>
  );
};

export default WelcomeScreen;
