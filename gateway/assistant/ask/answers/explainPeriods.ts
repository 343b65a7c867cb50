import type { Days } from '#domain/assistant/periods.ts';
import { compare, formatMoney, isPositive, isZero, subtract, type Money } from '#domain/money.ts';
import type { Asking, Request } from '../asking.ts';
import { placeWords } from '../scope.ts';
import { amount, answer, capital, part, say } from '../words.ts';
import { sumsAt } from './breakdown.ts';

type Groups = { content: { ownerId: string | null; name: string | null; value: Money }[]; total: Money } | null;
const TWO = `query AssistantTwoPeriods($companyId: ID!, $first: InstallmentGroupsFilter!, $second: InstallmentGroupsFilter!) {
  first: installmentGroups(companyId: $companyId, type: DEBIT, by: CATEGORY, filter: $first) { content { ownerId name value } total }
  second: installmentGroups(companyId: $companyId, type: DEBIT, by: CATEGORY, filter: $second) { content { ownerId name value } total }
}`;

/** Categories that are named. */
const CAUSES = 3;

const read = async ({ names }: Request, asking: Asking, [first, second]: readonly [Days, Days]) => {
  const filterOf = ({ from, to }: Days) => ({
    ...{ state: 'PAID', from, to },
    ...(names.building && { buildingId: names.building.id }),
  });
  const data = await asking.query<{ first: Groups; second: Groups }>(TWO, {
    ...{ companyId: asking.companyId, first: filterOf(first), second: filterOf(second) },
  });
  return [periodOf(data.first), periodOf(data.second)] as const;
};
interface Period {
  total: Money;
  of: ReadonlyMap<string | null, { name: string | null; value: Money }>;
}
const periodOf = (groups: Groups): Period => ({
  total: groups?.total ?? '0.00',
  of: new Map((groups?.content ?? []).map((group) => [group.ownerId, group])),
});

/** The categories that changed most in the direction of the whole. */
const changesOf = (now: Period, before: Period) => {
  const more = isPositive(subtract(now.total, before.total));
  return [...new Set([...now.of.keys(), ...before.of.keys()])]
    .map((id) => {
      const [one, other] = [now.of.get(id), before.of.get(id)];
      const [value, previous] = [one?.value ?? '0.00', other?.value ?? '0.00'];
      return {
        id,
        name: one?.name ?? other?.name ?? 'Sem categoria',
        value,
        previous,
        change: subtract(value, previous),
      };
    })
    .filter(({ change }) => !isZero(change))
    .sort((a, b) => (more ? compare(b.change, a.change) : compare(a.change, b.change)))
    .slice(0, CAUSES);
};

const signed = (value: Money): string => `${isPositive(value) ? '+' : ''}${formatMoney(value)}`;

/**
 * What made the expenses of one period differ from another's: the three categories that changed most. A change is in no
 * list: each stands above the two amounts that it comes from, which have one.
 */
export const explainPeriods = async (request: Request, asking: Asking) => {
  const [first, second] = (request.slots.periods ?? []).map(({ past }) => past);
  if (!first || !second)
    return answer('explain', say`Comparar com que período? Por exemplo: “por que outubro foi pior que setembro”.`);
  const paid: Request = { ...request, slots: { ...request.slots, side: 'DEBIT', status: 'PAID' } };
  const [now, before] = await read(request, asking, [first, second]);
  const own = (id: string | null): Readonly<Record<string, string>> =>
    id === null ? { withoutCategory: 'true' } : { category: id };
  return answer(
    'explain',
    say`${capital(first.when)} você pagou ${amount(now.total)}, e ${second.when} ${amount(before.total)}. O que mais mudou:`,
    {
      parts: [
        ...changesOf(now, before).flatMap(({ id, name, value, previous, change }) => [
          part(name, signed(change), isPositive(change) ? 'LATE' : 'IN'),
          part(`${name}, ${first.label}`, formatMoney(value), 'NEUTRAL', sumsAt(paid, first, own(id))),
          part(`${name}, ${second.label}`, formatMoney(previous), 'NEUTRAL', sumsAt(paid, second, own(id))),
        ]),
        part(`Total, ${first.label}`, formatMoney(now.total), 'OUT', sumsAt(paid, first)),
        part(`Total, ${second.label}`, formatMoney(before.total), 'OUT', sumsAt(paid, second)),
        part('Diferença', signed(subtract(now.total, before.total))),
      ],
      links: [first, second].map((period) => ({
        label: `Abrir ${period.label}`.slice(0, 100),
        to: sumsAt(paid, period),
      })),
      scope: `Despesas pagas por categoria, pela data do pagamento, ${placeWords(request, asking, 'DEBIT')}`,
    },
  );
};
