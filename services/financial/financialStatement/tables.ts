import type { GeneratedAlways, Generated } from 'kysely';
import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import type { InstantColumn } from '../../platform/db/columns.ts';

/** Rows of migration 0065 that are written by statements of Kysely. */
declare module '../../platform/db/tables.ts' {
  interface Database {
    statement_notes: StatementNoteRow;
  }
}

export interface StatementNoteRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  building_id: number | null;
  regime: Regime;
  month: string;
  figure: string;
  text: string;
  author_id: number | null;
  written_at: InstantColumn;
  version: Generated<number>;
}
