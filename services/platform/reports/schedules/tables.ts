import type { Generated, GeneratedAlways } from 'kysely';
import type { RelativePeriod, Rhythm } from '#domain/reports/schedule.ts';
import type { ReportFormat } from '#schema/reports/reports.rest.ts';
import type { ScheduleParameters, ScheduleRun } from '#schema/reports/schedules.rest.ts';
import type { InstantColumn, JsonColumn } from '../../db/columns.ts';

/** Reports that are sent by mail (migration 0095). */
declare module '../../db/tables.ts' {
  interface Database {
    report_schedules: ScheduleRow;
    report_schedule_recipients: RecipientRow;
    report_schedule_runs: RunRow;
    report_schedule_deliveries: DeliveryRow;
  }
}

export interface ScheduleRow {
  account_id: number;
  id: GeneratedAlways<number>;
  company_id: number;
  report: string;
  parameters: JsonColumn<ScheduleParameters>;
  rhythm: Rhythm;
  weekday: number | null;
  month_day: number | null;
  time_of_day: string;
  time_zone: string;
  period: RelativePeriod | null;
  formats: ReportFormat[];
  empty_result: 'SEND' | 'SKIP';
  active: boolean;
  paused_reason: string | null;
  failures: Generated<number>;
  next_at: InstantColumn | null;
  created_by: number;
  created_at: InstantColumn;
}

export interface RecipientRow {
  account_id: number;
  id: GeneratedAlways<number>;
  schedule_id: number;
  user_id: number | null;
  address: string | null;
}

export interface RunRow {
  account_id: number;
  id: GeneratedAlways<number>;
  schedule_id: number;
  trial: boolean;
  due_at: InstantColumn;
  from_day: string | null;
  to_day: string | null;
  job_id: number;
  tries: Generated<number>;
  retry_at: InstantColumn | null;
  finished_at: InstantColumn | null;
}

export type DeliveryState = ScheduleRun['deliveries'][number]['state'];

export interface DeliveryRow {
  account_id: number;
  id: GeneratedAlways<number>;
  run_id: number;
  user_id: number | null;
  address: string | null;
  state: DeliveryState;
  message: string | null;
  at: InstantColumn;
}
