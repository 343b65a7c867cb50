import type { ImportOutcome } from '#schema/engineering/imports/costDatabaseImport.ts';

/** Reports of imports (migration 0022). */
declare module '../../platform/db/tables.ts' {
  interface Database {
    import_report_rows: ImportReportRowTable;
  }
}

export interface ImportReportRowTable {
  account_id: number;
  job_id: number;
  position: number;
  sheet: string;
  row: number;
  code: string | null;
  name: string | null;
  outcome: ImportOutcome;
  text: string;
}
