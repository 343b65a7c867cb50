import type { Generated, GeneratedAlways } from 'kysely';

/** Rows of tasks (migration 0020). */
declare module '../platform/db/tables.ts' {
  interface Database {
    task_definitions: TaskDefinitionRow;
    tasks: TaskRow;
    task_items: TaskItemRow;
    task_counts: TaskCountRow;
    task_definition_items: TaskDefinitionItemRow;
  }
}

/** What a task is in all cost databases of its catalogue. */
export interface TaskDefinitionRow {
  account_id: number;
  id: GeneratedAlways<number>;
  catalogue_id: number;
  code: string;
  code_key: GeneratedAlways<string>;
  description: string;
  unit_id: number;
  class: string | null;
  source_reference: string | null;
}

/** What a definition costs in one cost database; no price is null. */
export interface TaskRow {
  account_id: number;
  id: GeneratedAlways<number>;
  product_table_id: number;
  definition_id: number;
  unit_price: string | null;
  active: Generated<boolean>;
  version: Generated<number>;
}

/** A line of a task of the account's own. */
export interface TaskItemRow {
  account_id: number;
  id: GeneratedAlways<number>;
  task_id: number;
  position: number;
  quantity: string;
  product_id: number | null;
  child_task_id: number | null;
}

/** A line of a published task, in every cost database of its catalogue. */
export interface TaskDefinitionItemRow {
  account_id: number;
  id: GeneratedAlways<number>;
  definition_id: number;
  position: number;
  coefficient: string;
  product_definition_id: number | null;
  child_definition_id: number | null;
}

/** How many tasks a cost database has; triggers keep it. */
export interface TaskCountRow {
  account_id: number;
  product_table_id: number;
  active: boolean;
  count: number;
}
