import { useMyDayOrdersQuery, type MyDayOrdersQuery, type MyDayOrdersQueryVariables } from '#web/generated/home.ts';
import type { Noun } from '#web/register/noun.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import { daysText, rangeOf, type WorkingDays } from './days.ts';
import { ORDERS, READING, ROWS, type DayFigures, type DayPart, type DayRow } from './model.ts';

type Filter = MyDayOrdersQueryVariables['filter'];
type OrderRow = NonNullable<MyDayOrdersQuery['orders']>['content'][number];

const noun: Noun = { one: 'pedido', many: 'pedidos', gender: 'o' };
const CHANGING = ['Order'];

const rowOf = ({ id, document, total, deliveryDate, late, ...row }: OrderRow): DayRow => ({
  id,
  to: `${ORDERS}?id=${id}`,
  date: deliveryDate ?? null,
  late,
  name: row.supplier.name,
  about: [document, row.building.name].join(' · '),
  value: total,
  pays: null,
});

const figuresOf = ({ orders, orderTotals }: MyDayOrdersQuery): DayFigures | undefined =>
  orders && orderTotals
    ? { rows: orders.content.map(rowOf), count: orders.totalElements, value: orderTotals.total }
    : undefined;

const useFigures = (filter: Filter) => {
  const { companyId, buildingId } = usePlace();
  const { data, previousData, error, refetch } = useMyDayOrdersQuery({
    ...READING,
    variables: { companyId, size: ROWS, filter: { ...filter, ...(buildingId !== null && { buildingId }) } },
  });
  useRereadOnChange(CHANGING, refetch, false);
  const shown = data ?? previousData;
  return { figures: shown && figuresOf(shown), error, retry: () => void refetch().catch(() => undefined) };
};

/** Returns the orders that wait: for somebody's approval, and for what their suppliers bring until Sunday. */
export const useOrderParts = ({ today, sunday }: WorkingDays): DayPart[] => {
  const waiting = useFigures({ approval: 'WAITING' });
  const late = useFigures({ late: true });
  const coming = useFigures({ open: true, deliveryDate: rangeOf(today, sunday) });
  return [
    // As the view of the list: it is there while anything waits.
    ...(waiting.figures?.count === 0
      ? []
      : [
          {
            ...{ title: 'Aguardando aprovação', noun, none: 'Nenhum pedido aguarda aprovação.' },
            list: `${ORDERS}?view=approval`,
            ...waiting,
          },
        ]),
    {
      ...{ title: 'Atrasados', late: true as const, noun, none: 'Nenhuma entrega atrasada.' },
      list: `${ORDERS}?view=late`,
      ...late,
    },
    {
      ...{ title: 'Entregas até domingo', days: daysText(today, sunday), noun, none: 'Nada chega até domingo.' },
      list: `${ORDERS}?open=true&deliveryFrom=${today}&deliveryTo=${sunday}`,
      ...coming,
    },
  ];
};
