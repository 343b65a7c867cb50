import { currentPermissions, type Permission } from '#domain/permissions.ts';
import { routes } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { Link } from 'react-router-dom';
import styles from './Elsewhere.module.css';

const areas: Record<Permission, string> = {
  DEBIT: 'despesas',
  CREDIT: 'receitas',
  PURCHASE: 'compras',
  ENGINEERING: 'engenharia',
};
const list = new Intl.ListFormat('pt-BR');

/** For who has nothing with a day of its own here (§2, welcome): the permissions in the place, with links to their screens. */
export const Elsewhere = () => {
  const { may, grantee, scope } = useSession();
  const granted = currentPermissions(grantee, scope.companyId, scope.buildingId).map((permission) => areas[permission]);
  const screens = routes.filter((route) => route.menu && route.rule !== 'authenticated' && may(route.rule));
  const starts = screens.flatMap(({ path, actions = [] }) =>
    actions
      .filter(({ rule }) => rule === undefined || may(rule))
      .map(({ label, search }) => ({ label, to: path + search })),
  );
  return (
    <>
      <p className={styles.lead}>
        {granted.length === 0
          ? 'Você ainda não tem permissões aqui. Fale com quem administra a conta da sua empresa.'
          : `Aqui você trabalha com ${list.format(granted)}.`}
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
    </>
  );
};
