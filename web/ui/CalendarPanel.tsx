import { civil, toIsoDate, type IsoDate } from '#domain/calendar.ts';
import { Calendar, DayOfWeek, type CalendarStrings, type ICalendar } from '@fluentui/react-calendar-compat';
import { useEffect, useRef } from 'react';
import { today } from './clock.ts';

const months = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
const days = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'];

const strings: CalendarStrings = {
  months,
  shortMonths: months.map((month) => month.slice(0, 3)),
  days,
  shortDays: ['D', 'S', 'T', 'Q', 'Q', 'S', 'S'],
  goToToday: 'Hoje',
  prevMonthAriaLabel: 'Mês anterior',
  nextMonthAriaLabel: 'Próximo mês',
  prevYearAriaLabel: 'Ano anterior',
  nextYearAriaLabel: 'Próximo ano',
  prevYearRangeAriaLabel: 'Anos anteriores',
  nextYearRangeAriaLabel: 'Próximos anos',
  closeButtonAriaLabel: 'Fechar',
  monthPickerHeaderAriaLabel: '{0}, mudar de ano',
  yearPickerHeaderAriaLabel: '{0}, mudar de mês',
  selectedDateFormatString: 'Dia escolhido: {0}',
  todayDateFormatString: 'Hoje: {0}',
};

// Fluent's calendar uses local Date objects. Building and reading them by year, month and day keeps the time zone from
// shifting a day.
const toLocal = (date: IsoDate): Date => {
  const { year, month, day } = civil(date);
  return new Date(year, month - 1, day);
};
const fromLocal = (date: Date): IsoDate => toIsoDate(date.getFullYear(), date.getMonth() + 1, date.getDate());

interface CalendarPanelProps {
  value: IsoDate | '';
  onPick: (date: IsoDate) => void;
  /** Esc, which the calendar keeps from what is around it. */
  onDismiss: () => void;
}

/** A month to pick a day from, by mouse or arrow keys; its chunk loads when a calendar is first opened. */
const CalendarPanel = ({ value, onPick, onDismiss }: CalendarPanelProps) => {
  const calendar = useRef<ICalendar>(null);
  useEffect(() => calendar.current?.focus(), []);
  return (
    <Calendar
      componentRef={calendar}
      value={value === '' ? undefined : toLocal(value)}
      today={toLocal(today())}
      firstDayOfWeek={DayOfWeek.Sunday}
      isMonthPickerVisible={false}
      highlightSelectedMonth
      strings={strings}
      onSelectDate={(date) => onPick(fromLocal(date))}
      onDismiss={onDismiss}
    />
  );
};

export default CalendarPanel;
