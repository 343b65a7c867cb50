import type { Generated, GeneratedAlways } from 'kysely';
import type { InstantColumn } from '../../platform/db/columns.ts';

/** Rows of migration 0064 that are written through Kysely's builder. */
declare module '../../platform/db/tables.ts' {
  interface Database {
    transaction_models: TransactionModelRow;
  }
}

interface TransactionModelRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  type: 'CREDIT' | 'DEBIT';
  name: string;
  document_number: string | null;
  description: string | null;
  recurrence: string;
  day: number | null;
  working_day: boolean;
  weekday: number | null;
  month: number | null;
  working_day_rule: string;
  competence: string;
  value_rule: string;
  value: string | null;
  installment_count: number;
  category_id: number | null;
  partner_id: number | null;
  expected_wallet_id: number | null;
  preferred_payment_method: string | null;
  paused: Generated<boolean>;
  created_by: number | null;
  created_at: InstantColumn;
  updated_at: InstantColumn;
  version: Generated<number>;
}
