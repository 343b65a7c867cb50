import { addDays, type IsoDate } from '#domain/dates.ts';
import { stringifyListQuery, type ListFilter } from '#domain/listQuery.ts';
import { formatCurrency, counted } from '#domain/numberFormat.ts';
import { allowedBuildings } from '#domain/permissions.ts';
import type { DigestItem } from '../../assistant/digest/letter.ts';
import { plainName } from '../../platform/plainName.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { expense } from '../transactions/kinds.ts';
import { readerOf } from '../transactions/reader.ts';
import { totalInstallments, type InstallmentFilter } from './list.ts';

interface Bills {
  filter: InstallmentFilter;
  /** The same filter in the address of the list. */
  keys: ListFilter[];
  one: string;
  many: string;
  label: string;
}

const billsOf = (today: IsoDate): Bills[] => [
  {
    filter: { status: 'OVERDUE' },
    keys: [{ id: 'status', value: 'OVERDUE' }],
    ...{ one: 'parcela vencida', many: 'parcelas vencidas', label: 'Abrir as vencidas' },
  },
  {
    filter: { forecast: true, from: today, to: today },
    keys: [
      { id: 'dueDate', value: { start: today, end: addDays(today, 1) } },
      { id: 'forecast', value: 'true' },
    ],
    ...{ one: 'parcela vence hoje', many: 'parcelas vencem hoje', label: 'Abrir as de hoje' },
  },
];

/** Bills of a company that are overdue, and those due today: count and sum as their lists have them for the user. */
export const dueItems = async (
  trx: Trx,
  session: Session,
  company: { id: number; name: string },
  today: IsoDate,
): Promise<DigestItem[]> => {
  const allowed = allowedBuildings(session, company.id, ['DEBIT']);
  if (allowed !== 'all' && allowed.length === 0) return [];
  const reader = readerOf(session, company.id, expense, today);
  const items: DigestItem[] = [];
  for (const { filter, keys, one, many, label } of billsOf(today)) {
    const { count, value } = await totalInstallments(trx, reader, filter);
    if (count === 0) continue;
    const query = stringifyListQuery({ filters: [...keys, { id: 'building', value: 'all' }] });
    items.push({
      text: `${plainName(company.name)}: ${counted(count, one, many)}, ${formatCurrency(value)}.`,
      label,
      path: `${expense.installmentsScreen}?company=${company.id}&${query}`,
    });
  }
  return items;
};
