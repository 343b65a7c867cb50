import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Nullable } from '../platform/shapes.ts';

/** What people did in an account, beyond what it began with: its standard categories, and the demonstration's rows. */
export const FirstSteps = Type.Object({
  /** Null without demonstration data. */
  demonstrationCompanyId: Nullable(Id),
  /** Categories that somebody made or changed. */
  categories: Type.Integer(),
  suppliers: Type.Integer(),
  customers: Type.Integer(),
  /** Whether a bill of an imported spreadsheet is still there; null for users without DEBIT in the company. */
  billsImported: Nullable(Type.Boolean()),
});
export type FirstSteps = Static<typeof FirstSteps>;

export const firstStepsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/security/first-steps',
    summary: 'What people did in the account beyond what it began with; imported bills are those of the company',
    query: Type.Object({ companyId: Id }),
    answer: FirstSteps,
  }),
};
