import type { Generated, GeneratedAlways } from 'kysely';

/** Rows of the cost estimates that the ledger refers to (migration 0002). */
declare module '../platform/db/tables.ts' {
  interface Database {
    cost_estimates: CostEstimateRow;
    cost_estimate_groups: CostEstimateGroupRow;
  }
}

export interface CostEstimateRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  building_id: number;
  code: string;
  description: string;
  approved: Generated<boolean>;
  version: Generated<number>;
}

export interface CostEstimateGroupRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  building_id: number;
  parent_id: number | null;
  code: string;
  name: string;
  position: number;
}
