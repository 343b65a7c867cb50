import type { GeneratedAlways, JSONColumnType } from 'kysely';
import type { ColumnChoice } from '#domain/listColumns.ts';
import type { ViewedList } from '#domain/savedViews.ts';
import type { InstantColumn } from '../platform/db/columns.ts';

/** States of lists that users keep (migration 0104), and how they see their columns (migration 0111). */
declare module '../platform/db/tables.ts' {
  interface Database {
    saved_views: {
      account_id: number;
      id: GeneratedAlways<number>;
      company_id: number;
      list: ViewedList;
      name: string;
      address: string;
      shared: boolean;
      created_by: number;
      created_at: InstantColumn;
    };
    list_columns: {
      account_id: number;
      user_id: number;
      list: ViewedList;
      columns: JSONColumnType<ColumnChoice[]>;
    };
  }
}
