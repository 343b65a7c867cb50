import type { Generated, GeneratedAlways } from 'kysely';
import type { PointFigures } from '#domain/financial/monthClosing/points.ts';
import type { InstantColumn, JsonColumn } from '../../platform/db/columns.ts';

/** Closed months (migration 0070). Months are their first days. */
declare module '../../platform/db/tables.ts' {
  interface Database {
    month_closings: MonthClosingRow;
    month_exceptions: MonthExceptionRow;
    accountant_folders: AccountantFolderRow;
    accountant_folder_pieces: AccountantFolderPieceRow;
  }
}

export interface MonthClosingRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  month: string;
  previous_through: string | null;
  closed_by: number | null;
  closed_at: InstantColumn;
  open_points: JsonColumn<PointFigures[]>;
  figures: JsonColumn<unknown>;
  reopened_by: number | null;
  reopened_at: InstantColumn | null;
  reopen_reason: string | null;
}

export interface MonthExceptionRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  kind: 'DOCUMENT' | 'MONTH';
  month: string;
  transaction_id: number | null;
  label: string;
  reason: string;
  user_id: number | null;
  created_by: number | null;
  created_at: Generated<string>;
  expires_at: InstantColumn;
  ended_by: number | null;
  ended_at: InstantColumn | null;
}

export interface AccountantFolderRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  month: string;
  job_id: number;
  created_by: number;
  created_at: InstantColumn;
  name: string | null;
  size: number | null;
  sha256: string | null;
  files: number | null;
}

export interface AccountantFolderPieceRow {
  account_id: number;
  folder_id: number;
  position: number;
  content: Buffer;
}
