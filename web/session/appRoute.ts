import type { TransactionType } from '#domain/transactions.ts';
import type { AccessRule } from './access.ts';

/** An action that the palette, the "Novo" menu, or N on its screen starts. */
export interface RouteAction {
  label: string;
  /** Query string that starts the action on the route's screen. */
  search: string;
  /** Who may, where not everybody who sees the screen. */
  rule?: AccessRule;
}

export interface AppRoute {
  path: string;
  title: string;
  rule: AccessRule;
  /** Label for page tracking (§2); null is "page not mapped". */
  analytics: string | null;
  /** Absent: reachable, but not in the menu. A null section places the entry above all sections. */
  menu?: {
    section: MenuSection | null;
    icon: MenuIcon;
    /** Shorter name of the entry; the title without it. */
    label?: string;
    /** Path of another view of the same screen, where the entry is the current one too. */
    also?: string;
    /** Shows the number of overdue transactions of the type. */
    overdue?: TransactionType;
    /** Shows the number of lines of statements that nothing answers yet. */
    openLines?: true;
  };
  /** Second key of the "G then a letter" shortcut. */
  goKey?: string;
  /** Search words of the palette, besides the title. */
  words?: string;
  actions?: readonly RouteAction[];
  /** Query string that N opens here, where the palette's action for it is on another screen: "?id=new". */
  newHere?: string;
  /** A login page: prefetches the application while the user types. */
  leadsIn?: true;
  /** The import of the register whose list is one step up: starts from its list's button, and from the palette. */
  fromPalette?: true;
  /** The screen is usable before the account has a company. */
  withoutCompany?: true;
}

/** The sections of the menu, from top to bottom. */
export const MENU_SECTIONS = ['Financeiro', 'Suprimentos', 'Engenharia', 'Cadastros', 'Configurações'] as const;
export type MenuSection = (typeof MENU_SECTIONS)[number];
export type MenuIcon =
  | 'expense'
  | 'expenseInstallments'
  | 'income'
  | 'incomeInstallments'
  | 'retention'
  | 'wallet'
  | 'bank'
  | 'model'
  | 'cashFlow'
  | 'financialStatement'
  | 'monthClosing'
  | 'costBreakdown'
  | 'order'
  | 'quote'
  | 'purchase'
  | 'purchaseOverview'
  | 'building'
  | 'costEstimate'
  | 'schedule'
  | 'measurement'
  | 'overview'
  | 'supplier'
  | 'customer'
  | 'category'
  | 'brand'
  | 'unit'
  | 'product'
  | 'productType'
  | 'productTable'
  | 'productGroup'
  | 'task'
  | 'dashboard'
  | 'day'
  | 'report'
  | 'company'
  | 'privacy'
  | 'user'
  | 'sso'
  | 'integrations';
