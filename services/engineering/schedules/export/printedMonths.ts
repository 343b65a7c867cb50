import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { MonthlySchedule } from '#schema/engineering/schedules/schedules.rest.ts';
import type { Letterhead } from '../../../platform/pdf/letterhead.ts';

/** What a physical-financial schedule is made into a file of. */
export interface PrintedMonths {
  estimate: CostEstimate;
  months: MonthlySchedule;
  withBdi: boolean;
  company: Letterhead;
  /** Day of the print, and the instant that the file bears. */
  today: string;
  createdAt: string;
}

/** "Preços com BDI", for the head of files. */
export const pricesInWords = (withBdi: boolean): string => (withBdi ? 'Preços com BDI' : 'Custo direto, sem BDI');
