import type { ScheduleMonthsQuery } from '#web/generated/engineering.ts';

export type Months = NonNullable<ScheduleMonthsQuery['monthlySchedule']>;
