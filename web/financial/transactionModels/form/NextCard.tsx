import { addDays, formatDate, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { resolveTemplate } from '#domain/financial/transactionModels/placeholders.ts';
import { nextMonth, occurrencesIn, recurrenceText } from '#domain/financial/transactionModels/recurrence.ts';
import { daysOffOf, movedDay } from '#domain/financial/transactionModels/workingDays.ts';
import { Card, today } from '#web/ui/index.ts';
import styles from '../models.module.css';
import type { ModelForm } from './model.ts';

/** Times that are shown. */
const SHOWN = 3;
/** The server knows the holidays: here only weekends are moved. */
const WEEKENDS = daysOffOf(new Map());

const daysOf = (form: ModelForm): IsoDate[] => {
  const now = today();
  const recurrence = { ...form, kind: form.recurrence };
  if (form.recurrence === 'ON_DEMAND') return [now];
  const months = Array.from({ length: 37 }, (_, index) => nextMonth(now.slice(0, 7), index));
  return months
    .flatMap((month) => occurrencesIn(recurrence, month, WEEKENDS))
    .map(({ day }) => day)
    .filter((day) => day >= now)
    .slice(0, SHOWN);
};

/** How the next documents would be called and when they would be due. */
export const NextCard = ({ form, made }: { form: ModelForm; made: number }) => (
  <Card title="Como ficam" meta={recurrenceText({ ...form, kind: form.recurrence })}>
    <ul className={styles.next}>
      {daysOf(form).map((day, index) => {
        const competence = form.competence === 'SAME' ? day : addDays(startOfMonth(day), -1);
        const values = { day, competence, number: made + index + 1 };
        const { day: due, reason } = movedDay(day, form.workingDayRule, WEEKENDS);
        return (
          <li key={day}>
            <span className={styles.nextDay}>{formatDate(form.workingDay ? day : due)}</span>
            <span>
              {resolveTemplate(form.description || form.name || 'Sem nome', values)}
              <span className={styles.muted}> · {resolveTemplate(form.documentNumber, values) || 'sem número'}</span>
              {reason !== null && !form.workingDay && <span className={styles.reason}>{reason}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  </Card>
);
