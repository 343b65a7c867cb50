import { CashFlowIcon, ExpenseIcon, WalletIcon } from '#web/ui/icons.ts';
import type { ReactElement } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { Logo } from './Logo.tsx';
import { PlaceSwitcher } from './PlaceSwitcher.tsx';
import { routes, type AppRoute, type MenuIcon } from './routes.ts';
import { useSession } from './sessionContext.ts';
import styles from './Nav.module.css';

const icons: Record<MenuIcon, ReactElement> = {
  expense: <ExpenseIcon />,
  wallet: <WalletIcon />,
  cashFlow: <CashFlowIcon />,
};

const bySection = (entries: readonly AppRoute[]) => {
  const sections = new Map<string, AppRoute[]>();
  for (const route of entries) {
    if (!route.menu) continue;
    sections.set(route.menu.section, [...(sections.get(route.menu.section) ?? []), route]);
  }
  return [...sections];
};

/** The menu: only what works, only what the person may enter here (§6). */
export const Nav = () => {
  const { may } = useSession();
  const sections = bySection(routes.filter((route) => may(route.rule)));
  return (
    <nav aria-label="Menu principal" className={styles.nav}>
      <Link to="/home" className={styles.brand}>
        <Logo />
      </Link>
      <PlaceSwitcher />
      <div className={styles.menu}>
        {sections.map(([section, entries]) => (
          <section key={section} aria-label={section}>
            <h2 className={styles.section}>{section}</h2>
            <ul>
              {entries.map((route) => (
                <li key={route.path}>
                  <NavLink to={route.path} className={styles.item}>
                    {route.menu && icons[route.menu.icon]}
                    {route.title}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
};
