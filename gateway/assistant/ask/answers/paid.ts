import { counted } from '#domain/numberFormat.ts';
import { formatMoney, subtract, type Money } from '#domain/money.ts';
import type { Days } from '#domain/assistant/periods.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { narrowedTo, narrowedWords } from '../narrowed.ts';
import { placeWords } from '../scope.ts';
import { amount, answer, openWords, part, say, strong } from '../words.ts';
import { boughtOf } from './bought.ts';
import { breakdown, sumsAt } from './breakdown.ts';
import { change } from './change.ts';

interface Totals {
  count: number;
  value: Money;
}
type Page = { totals: Totals } | null;

const IN_PERIOD = `query AssistantPaid($companyId: ID!, $type: TransactionType!, $filter: TransactionFilter) {
  page: transactions(companyId: $companyId, type: $type, size: 1, filter: $filter) { totals { count value } }
}`;
const EVER = `query AssistantPaidEver($companyId: ID!, $type: TransactionType!, $filter: InstallmentFilter) {
  page: installments(companyId: $companyId, type: $type, size: 1, filter: $filter) { totals { count value } }
}`;

const SIDES = {
  DEBIT: { did: 'Você pagou', none: 'Nada foi pago', what: 'Despesas pagas', tone: 'OUT', to: ' a ' },
  CREDIT: { did: 'Você recebeu', none: 'Nada foi recebido', what: 'Receitas recebidas', tone: 'IN', to: ' de ' },
} as const;

/** What was paid on the days of a period, or ever; as the list shows it that the figure links to. */
const totalsOf = async (request: Request, asking: Asking, period: Days | undefined): Promise<Totals> => {
  const filter = {
    ...narrowedTo(request).filter,
    ...(period ? { paidFrom: period.from, paidTo: period.to } : { status: 'PAID' }),
  };
  const { page } = await asking.query<{ page: Page }>(period ? IN_PERIOD : EVER, {
    ...{ companyId: asking.companyId, type: request.slots.side ?? 'DEBIT', filter },
  });
  return page?.totals ?? { count: 0, value: '0.00' };
};

const scopeOf = (request: Request, asking: Asking): string => {
  const side = request.slots.side ?? 'DEBIT';
  const place = request.slots.without === 'building' ? 'sem obra' : placeWords(request, asking, side);
  return `${SIDES[side].what}${narrowedWords(request)}, pela data do ${side === 'DEBIT' ? 'pagamento' : 'recebimento'}, ${place}`.slice(
    0,
    300,
  );
};

const compared = async (request: Request, asking: Asking, [first, second]: readonly [Days, Days]) => {
  const [one, other] = [await totalsOf(request, asking, first), await totalsOf(request, asking, second)];
  const side = request.slots.side ?? 'DEBIT';
  const { did, tone } = SIDES[side];
  const difference = subtract(one.value, other.value);
  const changed = change(one.value, other.value);
  const name = request.names.partner ?? request.names.category ?? request.names.building;
  const of = name ? [strong(name.name)] : [];
  return answer(
    'compare',
    say`${did} ${amount(one.value)} ${first.when} e ${amount(other.value)} ${second.when}${of.length > 0 ? ', ' : ''}${of[0] ?? ''}${changed === null ? '' : `: ${changed}`}.`,
    {
      parts: [
        part(first.label, formatMoney(one.value), tone, sumsAt(request, first)),
        part(second.label, formatMoney(other.value), tone, sumsAt(request, second)),
        part('Diferença', formatMoney(difference)),
      ],
      links: [
        { label: `Abrir ${first.label}`.slice(0, 100), to: sumsAt(request, first) },
        { label: `Abrir ${second.label}`.slice(0, 100), to: sumsAt(request, second) },
      ],
      scope: scopeOf(request, asking),
    },
  );
};

/** What was paid or received, alone, by group, or in two periods side by side; of an input, what was bought. */
export const paid: Answer = async (request, asking) => {
  const { slots, names } = request;
  if (names.product) return boughtOf(request, asking);
  const periods = (slots.periods ?? []).map(({ past }) => past);
  const [first, second] = periods;
  if (slots.by !== undefined) return breakdown({ ...request, slots: { ...slots, status: 'PAID' } }, asking);
  if (first && second) return compared({ ...request, slots: { ...slots, status: 'PAID' } }, asking, [first, second]);
  const side = slots.side ?? 'DEBIT';
  const words = SIDES[side];
  const { count, value } = await totalsOf(request, asking, first);
  const when = first ? ` ${first.when}` : ' até hoje';
  const whom = names.partner ? [strong(names.partner.name)] : [];
  const spans =
    count === 0
      ? say`${words.none}${when}${whom.length > 0 ? words.to : ''}${whom[0] ?? ''}.`
      : say`${words.did} ${amount(value)}${whom.length > 0 ? words.to : ''}${whom[0] ?? ''}${when}, em ${first ? counted(count, 'documento') : counted(count, 'parcela')}.`;
  return answer(request.intent.name, spans, {
    links: [
      {
        label: first ? openWords(count, 'o', 'documento') : openWords(count, 'a', 'parcela'),
        to: sumsAt({ ...request, slots: { ...slots, status: 'PAID' } }, first),
      },
    ],
    scope: scopeOf(request, asking),
  });
};
