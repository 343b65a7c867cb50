import { counted } from '#domain/numberFormat.ts';
import { CountBadge } from '#web/ui/CountBadge.tsx';
import {
  BrandIcon,
  BuildingIcon,
  CashFlowIcon,
  CompaniesIcon,
  CostBreakdownIcon,
  CostEstimateIcon,
  CategoryIcon,
  CustomerIcon,
  DayIcon,
  ExpenseIcon,
  ExpenseInstallmentsIcon,
  FinancialStatementIcon,
  HomeIcon,
  IncomeIcon,
  IncomeInstallmentsIcon,
  OverviewIcon,
  ProductGroupIcon,
  ProductIcon,
  ProductTableIcon,
  ProductTypeIcon,
  MeasurementIcon,
  ModelIcon,
  MonthClosingIcon,
  OrderIcon,
  QuoteIcon,
  PurchaseIcon,
  PurchaseOverviewIcon,
  ScheduleIcon,
  SupplierIcon,
  TaskIcon,
  UnitIcon,
  SsoIcon,
  IntegrationsIcon,
  UsersIcon,
  PrivacyIcon,
  BankIcon,
  ReportIcon,
  RetentionIcon,
  WalletIcon,
} from '#web/ui/icons.ts';
import type { ReactElement } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Logo } from '#web/ui/Logo.tsx';
import { PlaceSwitcher } from './PlaceSwitcher.tsx';
import { MENU_SECTIONS, routes, type AppRoute, type MenuIcon, type MenuSection } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useOpenBankLines } from '#web/session/useOpenBankLines.ts';
import { useOverdueCounts } from '#web/session/useOverdueCounts.ts';
import styles from './Nav.module.css';

const icons: Record<MenuIcon, ReactElement> = {
  brand: <BrandIcon />,
  building: <BuildingIcon />,
  cashFlow: <CashFlowIcon />,
  category: <CategoryIcon />,
  customer: <CustomerIcon />,
  dashboard: <HomeIcon />,
  day: <DayIcon />,
  report: <ReportIcon />,
  expense: <ExpenseIcon />,
  financialStatement: <FinancialStatementIcon />,
  monthClosing: <MonthClosingIcon />,
  costBreakdown: <CostBreakdownIcon />,
  expenseInstallments: <ExpenseInstallmentsIcon />,
  income: <IncomeIcon />,
  incomeInstallments: <IncomeInstallmentsIcon />,
  schedule: <ScheduleIcon />,
  overview: <OverviewIcon />,
  measurement: <MeasurementIcon />,
  order: <OrderIcon />,
  quote: <QuoteIcon />,
  purchase: <PurchaseIcon />,
  purchaseOverview: <PurchaseOverviewIcon />,
  productGroup: <ProductGroupIcon />,
  product: <ProductIcon />,
  productTable: <ProductTableIcon />,
  productType: <ProductTypeIcon />,
  supplier: <SupplierIcon />,
  task: <TaskIcon />,
  unit: <UnitIcon />,
  retention: <RetentionIcon />,
  wallet: <WalletIcon />,
  bank: <BankIcon />,
  model: <ModelIcon />,
  company: <CompaniesIcon />,
  costEstimate: <CostEstimateIcon />,
  user: <UsersIcon />,
  privacy: <PrivacyIcon />,
  sso: <SsoIcon />,
  integrations: <IntegrationsIcon />,
};

const bySection = (entries: readonly AppRoute[]) =>
  [null, ...MENU_SECTIONS]
    .map((section) => [section, entries.filter(({ menu }) => menu && menu.section === section)] as const)
    .filter(([, own]) => own.length > 0);

/** Entries without a section come first; the settings are at the bottom, apart from daily work. */
const classOf = (section: MenuSection | null): string | undefined =>
  section === null ? styles.first : section === 'Configurações' ? styles.bottom : undefined;

/** The menu: existing screens that the user may enter in the place (§6). */
export const Nav = () => {
  const { may } = useSession();
  const overdue = useOverdueCounts();
  const openLines = useOpenBankLines().total;
  const badgeOf = ({ menu }: AppRoute): Badge | undefined => {
    if (menu?.openLines)
      return { count: openLines, text: `${counted(openLines, 'linha')} a conciliar`, tone: 'warning' };
    const count = (menu?.overdue && overdue[menu.overdue]) ?? 0;
    return { count, text: counted(count, 'vencida'), tone: 'out' };
  };
  const sections = bySection(routes.filter((route) => may(route.rule)));
  return (
    <nav aria-label="Menu principal" className={styles.nav}>
      <Link to="/home" className={styles.brand}>
        <Logo />
      </Link>
      <PlaceSwitcher />
      <div className={styles.menu}>
        {sections.map(([section, entries]) => (
          // A group, no region: a page has few landmarks, and one may have the name of a section.
          <div key={section ?? ''} role="group" aria-label={section ?? 'Início'} className={classOf(section)}>
            {section !== null && <h2 className={styles.section}>{section}</h2>}
            <ul>
              {entries.map((route) => (
                <li key={route.path}>
                  <Entry route={route} badge={badgeOf(route)} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
};

interface Badge {
  count: number;
  /** "3 vencidas" */
  text: string;
  tone: 'out' | 'warning';
}

/** The badge is hidden from the link's name, so that the name stays "Despesas"; the title states the count. */
const Entry = ({ route, badge }: { route: AppRoute; badge: Badge | undefined }) => {
  const shown = badge && badge.count > 0 ? badge : undefined;
  const isOtherView = useLocation().pathname === route.menu?.also;
  // A NavLink is the current one at its own path alone.
  const Item = isOtherView ? Link : NavLink;
  return (
    <Item to={route.path} className={styles.item} title={shown?.text} aria-current="page">
      {route.menu && icons[route.menu.icon]}
      {route.menu?.label ?? route.title}
      {shown && <CountBadge count={shown.count} tone={shown.tone} silent className={styles.overdue} />}
    </Item>
  );
};
