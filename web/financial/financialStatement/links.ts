import { readFigure, type Regime } from '#domain/financial/financialStatement/lines.ts';
import { firstDay, lastDayOf } from '#domain/financial/financialStatement/months.ts';

const LISTS = {
  DEBIT: { path: '/home/forms/transactions/outcome', title: 'Despesas' },
  CREDIT: { path: '/home/forms/transactions/income', title: 'Receitas' },
} as const;
type Type = keyof typeof LISTS;

export const CATEGORIES = '/home/forms/transactions/category';
export const ESTIMATES = '/home/forms/engineering/cost-estimate';
export const SCHEDULE = '/home/forms/engineering/schedule';

/** The document itself, in its list. */
export const documentLink = ({ type, transactionId }: { type: Type; transactionId: string }): string =>
  `${LISTS[type].path}?id=${transactionId}`;

/** What a list of documents is asked for. */
interface Question {
  regime: Regime;
  figure: string;
  from: string;
  to: string;
  buildingId: string | null;
  /** Types that are among the documents. */
  types: readonly Type[];
}

/** Keys of a list that select the documents of a figure; null where no list has them: charges of payments. */
const keysOf = (figure: string): Record<string, string> | null => {
  const read = readFigure(figure);
  switch (read?.kind) {
    case 'CATEGORY':
      return { category: String(read.categoryId) };
    case 'WITHOUT_CATEGORY':
      return { withoutCategory: 'true' };
    case 'LINE':
      return read.line === 'FINANCIAL_RESULT' ? null : { statementLine: read.line };
    default:
      return null;
  }
};

/** The lists that show exactly the documents of a figure, one for each of their types. */
export const listsOf = ({
  regime,
  figure,
  from,
  to,
  buildingId,
  types,
}: Question): { title: string; address: string }[] => {
  const keys = keysOf(figure);
  if (!keys) return [];
  const [first, last] = [firstDay(from), lastDayOf(to)];
  const [since, until] =
    regime === 'CASH' ? (['paidFrom', 'paidTo'] as const) : (['competenceFrom', 'competenceTo'] as const);
  const query = new URLSearchParams({ ...keys, [since]: first, [until]: last });
  if (buildingId !== null) query.set('building', buildingId);
  return types.map((type) => ({ title: LISTS[type].title, address: `${LISTS[type].path}?${query}` }));
};
