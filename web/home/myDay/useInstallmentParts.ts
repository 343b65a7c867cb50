import type { TransactionType } from '#domain/transactions.ts';
import { buildingsText } from '#domain/lists/transactions.ts';
import { wholeText } from '#web/financial/transactions/list/columns.tsx';
import { words } from '#web/financial/transactions/words.ts';
import {
  useMyDayInstallmentsQuery,
  type MyDayInstallmentsQuery,
  type MyDayInstallmentsQueryVariables,
} from '#web/generated/home.ts';
import type { Noun } from '#web/register/noun.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import { daysText, rangeOf, type WorkingDays } from './days.ts';
import { MY_DAY, READING, ROWS, type DayFigures, type DayPart, type DayRow } from './model.ts';

type Page = NonNullable<MyDayInstallmentsQuery['installments']>;
type Filter = MyDayInstallmentsQueryVariables['filter'];

const LISTS: Record<TransactionType, string> = {
  DEBIT: '/home/forms/transactions/debit-installments',
  CREDIT: '/home/forms/transactions/credit-installments',
};
const noun: Noun = { one: 'parcela', many: 'parcelas', gender: 'a' };
const CHANGING = ['Transaction'];

const rowOf = (
  { id, installment, transaction }: Page['content'][number],
  type: TransactionType,
  share: string | undefined,
  late: boolean,
): DayRow => {
  const { partner, description, documentNumber, installmentCount } = transaction;
  const about = [
    // What is paid: the row shows the part of one building.
    share !== undefined && share !== installment.value && wholeText(installment.value),
    partner && description,
    documentNumber,
    installmentCount > 1 && `parcela ${installment.number}/${installmentCount}`,
    buildingsText(transaction),
  ];
  return {
    id,
    to: `${MY_DAY}?${new URLSearchParams({ type, id: transaction.id }).toString()}`,
    date: installment.dueDate,
    late,
    name: partner?.name ?? description ?? words[type].noPartner,
    about: about.filter(Boolean).join(' · '),
    value: share ?? installment.value,
    pays: transaction.canChange ? { type, transactionId: transaction.id, installmentId: id } : null,
  };
};

const figuresOf = (page: Page | null | undefined, type: TransactionType, late: boolean): DayFigures | undefined => {
  if (!page?.totals) return undefined;
  // With a building in the place, its shares are listed and summed.
  const shares = new Map(page.matching.map(({ installmentId, value }) => [installmentId, value]));
  const rows = page.content.map((row) => rowOf(row, type, shares.get(row.id), late));
  return { rows, ...page.totals };
};

const useFigures = (type: TransactionType, filter: Filter, skip = false) => {
  const { companyId, buildingId } = usePlace();
  const { data, previousData, error, refetch } = useMyDayInstallmentsQuery({
    ...READING,
    variables: { companyId, type, size: ROWS, filter: { ...filter, ...(buildingId !== null && { buildingId }) } },
    skip,
  });
  useRereadOnChange(CHANGING, refetch, skip);
  return {
    figures: figuresOf((data ?? previousData)?.installments, type, filter.status === 'OVERDUE'),
    error,
    retry: () => void refetch().catch(() => undefined),
  };
};

/**
 * Returns what is open of a type: overdue, due today, and from tomorrow to Sunday. Each part asks with the filter of the
 * list that it opens, by its words of the address.
 */
export const useInstallmentParts = (type: TransactionType, days: WorkingDays): DayPart[] => {
  const { today, tomorrow, sunday, weekGoesOn } = days;
  const overdue = useFigures(type, { status: 'OVERDUE' });
  const dueToday = useFigures(type, { status: 'DUE', dueDate: rangeOf(today, today) });
  const dueLater = useFigures(type, { status: 'DUE', dueDate: rangeOf(tomorrow, sunday) }, !weekGoesOn);
  const due = (first: string, last: string) => `${LISTS[type]}?status=DUE&from=${first}&to=${last}`;
  return [
    {
      ...{ title: 'Vencidas', late: true, noun, none: 'Nada vencido.' },
      list: `${LISTS[type]}?status=OVERDUE`,
      ...overdue,
    },
    {
      ...{ title: 'Hoje', days: daysText(today, today), noun, none: 'Nada vence hoje.' },
      list: due(today, today),
      ...dueToday,
    },
    ...(weekGoesOn
      ? [
          {
            ...{ title: 'Esta semana', days: daysText(tomorrow, sunday), noun, none: 'Nada mais vence esta semana.' },
            list: due(tomorrow, sunday),
            ...dueLater,
          },
        ]
      : []),
  ];
};
