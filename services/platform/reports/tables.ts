import type { GeneratedAlways } from 'kysely';
import type { ReportFormat, ReportParameters } from '#schema/reports/reports.rest.ts';
import type { InstantColumn, JsonColumn } from '../db/columns.ts';

/** Reports that users keep, and files that are made for them (migration 0086). */
declare module '../db/tables.ts' {
  interface Database {
    report_favourites: { account_id: number; user_id: number; report: string };
    saved_reports: SavedReportRow;
    report_files: ReportFileRow;
    report_file_pieces: { account_id: number; file_id: number; position: number; content: Buffer };
  }
}

export interface SavedReportRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  report: string;
  parameters: JsonColumn<ReportParameters>;
  shared: boolean;
  created_by: number;
  created_at: InstantColumn;
}

export interface ReportFileRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  report: string;
  title: string;
  format: ReportFormat;
  job_id: number;
  created_by: number;
  created_at: InstantColumn;
  name: string | null;
  size: number | null;
}
