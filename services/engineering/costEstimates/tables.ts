import type { Generated, GeneratedAlways } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import type { BdiParts } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { AmendmentStatus } from '#schema/engineering/costEstimates/amendments.rest.ts';
import type { ClientLayout } from '#schema/engineering/costEstimates/clientWorkbook.rest.ts';
import type { CostEstimateRevision, RevisionRow } from '#schema/engineering/costEstimates/revisions.rest.ts';
import type { InstantColumn, JsonColumn } from '../../platform/db/columns.ts';

/** Rows of cost estimates (migrations 0002, 0024, 0031 and 0033). */
declare module '../../platform/db/tables.ts' {
  interface Database {
    cost_estimates: CostEstimateRow;
    cost_estimate_groups: CostEstimateGroupRow;
    cost_estimate_lines: CostEstimateLineRow;
    cost_estimate_bdis: CostEstimateBdiRow;
    cost_estimate_resources: CostEstimateResourceRow;
    cost_estimate_resource_items: CostEstimateResourceItemRow;
    cost_estimate_locks: CostEstimateLockRow;
    cost_estimate_revisions: CostEstimateRevisionRow;
    cost_estimate_amendments: CostEstimateAmendmentRow;
    cost_estimate_amendment_lines: CostEstimateAmendmentLineRow;
    client_workbooks: ClientWorkbookRow;
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
  customer_id: number | null;
  approved_at: InstantColumn | null;
  approved_by: number | null;
  from_another_system: Generated<boolean>;
  duplicate_from: number | null;
  discount: Generated<string>;
  direct_total: Generated<string>;
  bdi_total: Generated<string>;
  item_count: Generated<number>;
  without_price: Generated<number>;
  total: GeneratedAlways<string>;
  amendment_direct_total: Generated<string>;
  amendment_total: Generated<string>;
  amendment_days: Generated<number>;
  amendment_count: Generated<number>;
  current_total: GeneratedAlways<string>;
  created_at: InstantColumn;
  updated_at: InstantColumn;
}

/** Stage (etapa): a row that other rows are below. */
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

/** Row that is no stage. */
export interface CostEstimateLineRow {
  account_id: number;
  id: Generated<number>;
  cost_estimate_id: number;
  parent_id: number | null;
  position: number;
  resource_id: number | null;
  description: string | null;
  unit: string | null;
  unit_price: string | null;
  quantity: string | null;
  formula: string | null;
  memo: string | null;
  bdi_id: number | null;
  amendment_quantity: string | null;
  amendment_id: number | null;
}

export interface CostEstimateBdiRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  position: number;
  name: string;
  percentage: string;
  parts: JsonColumn<BdiParts> | null;
  is_default: Generated<boolean>;
}

/** Input or composition as an estimate has it. */
export interface CostEstimateResourceRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  type: 'PRODUCT' | 'TASK' | 'COMPOSED_TASK';
  product_id: number | null;
  product_factor: string | null;
  task_id: number | null;
  product_table_id: number;
  product_type_id: number | null;
  code: string;
  description: string;
  unit: string;
  source_price: string | null;
  unit_price: string | null;
  published: Generated<boolean>;
  lines_changed: Generated<boolean>;
  taken_on: Generated<IsoDate>;
}

export interface CostEstimateResourceItemRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  parent_id: number;
  position: number;
  resource_id: number;
  quantity: string;
}

export interface CostEstimateLockRow {
  account_id: number;
  cost_estimate_id: number;
  token_hash: Buffer;
  user_id: number;
  since: InstantColumn;
  expires_at: InstantColumn;
}

/** A kept state of an estimate. */
export interface CostEstimateRevisionRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  number: number;
  reason: CostEstimateRevision['reason'];
  created_at: InstantColumn;
  created_by: number | null;
  direct_total: string;
  bdi_total: string;
  discount: string;
  total: string;
  item_count: number;
  content: JsonColumn<RevisionRow[]>;
  content_hash: Buffer;
  before: JsonColumn<object> | null;
  made_version: number | null;
}

export interface CostEstimateAmendmentRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  number: number;
  date: string;
  reason: string;
  days: Generated<number>;
  status: Generated<AmendmentStatus>;
  applied: number | null;
  approved_at: InstantColumn | null;
  approved_by: number | null;
  created_at: InstantColumn;
  created_by: number | null;
  updated_at: InstantColumn;
  version: Generated<number>;
}

/** More or less of a line, or a new line. */
export interface CostEstimateAmendmentLineRow {
  account_id: number;
  id: GeneratedAlways<number>;
  cost_estimate_id: number;
  amendment_id: number;
  position: number;
  line_id: number | null;
  added: boolean;
  parent_id: number | null;
  source_code: string | null;
  description: string | null;
  unit: string | null;
  unit_price: string | null;
  bdi_id: number | null;
  quantity: string;
}

/** The client's workbook of an estimate. */
export interface ClientWorkbookRow {
  account_id: number;
  cost_estimate_id: number;
  name: string;
  size: number;
  content: Buffer;
  created_at: InstantColumn;
  created_by: number | null;
  layout: JsonColumn<ClientLayout> | null;
  titles: string | null;
  links: JsonColumn<[number, number][]>;
  mapped_at: InstantColumn | null;
}
