import type { IsoDate } from '#domain/dates.ts';
import { clinicIncome } from './clinicIncome.ts';
import type { Draft } from './drafts.ts';
import { fillerDrafts } from './fillers.ts';
import { expectedIncome, smallIncome } from './incomeDrafts.ts';
import { measuredExpenses, measuredIncome } from './measuredDrafts.ts';
import { packageDrafts } from './packageDrafts.ts';
import { settle } from './payments.ts';
import { recurringDrafts } from './recurringDrafts.ts';
import { bigBills, expectedReleases, pastReleases } from './releases.ts';
import { specialDrafts } from './specials.ts';
import { runTreasury, type Treasury } from './treasury.ts';
import { withhold } from './withheldDrafts.ts';

const EXPENSES = 620;
const BIG_BILLS = 3;

export interface DemoBooks extends Treasury {
  drafts: Draft[];
}

/**
 * Builds the demo company's data for a day: every transaction with installments and payments, transfers and opening
 * balances. The same day always gives the same data.
 */
export const buildDemoBooks = (seedDate: IsoDate): DemoBooks => {
  const planned = [...packageDrafts(seedDate), ...recurringDrafts(seedDate)];
  const measured = measuredExpenses(seedDate);
  const specials = specialDrafts(seedDate);
  const fillers = fillerDrafts(seedDate, EXPENSES - BIG_BILLS - specials.length - planned.length - measured.length);
  const expenses = [...[...planned, ...fillers].map((draft) => settle(draft, seedDate)), ...specials, ...measured];
  const incomes = [
    ...measuredIncome(seedDate),
    ...expectedIncome(seedDate),
    ...clinicIncome(seedDate, expenses),
    ...smallIncome(seedDate),
  ];
  const known = [...expenses, ...incomes];
  const withPast = [...known, ...pastReleases(seedDate, known)];
  const withBills = [...withPast, ...bigBills(seedDate, withPast)];
  const drafts = withhold([...withBills, ...expectedReleases(seedDate, withBills)], seedDate);
  return { drafts, ...runTreasury(drafts, seedDate) };
};
