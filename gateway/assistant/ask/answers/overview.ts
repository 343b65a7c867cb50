import { addDays, formatDate } from '#domain/dates.ts';
import { formatMoney, isNegative, subtract, type Money } from '#domain/money.ts';
import { usualPeriod, type Days } from '#domain/assistant/periods.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { placeWords } from '../scope.ts';
import { amount, answer, capital, listAt, part, PATHS, say, strong } from '../words.ts';

type Totals = { totals: { value: Money } } | null;
type Key = 'paid' | 'received' | 'toPay' | 'toReceive' | 'latePay' | 'lateReceive';

const QUERIES = {
  DEBIT: `query AssistantOutflow($companyId: ID!, $done: TransactionFilter, $due: InstallmentFilter, $late: InstallmentFilter) {
    paid: transactions(companyId: $companyId, type: DEBIT, size: 1, filter: $done) { totals { value } }
    toPay: installments(companyId: $companyId, type: DEBIT, size: 1, filter: $due) { totals { value } }
    latePay: installments(companyId: $companyId, type: DEBIT, size: 1, filter: $late) { totals { value } }
  }`,
  CREDIT: `query AssistantInflow($companyId: ID!, $done: TransactionFilter, $due: InstallmentFilter, $late: InstallmentFilter) {
    received: transactions(companyId: $companyId, type: CREDIT, size: 1, filter: $done) { totals { value } }
    toReceive: installments(companyId: $companyId, type: CREDIT, size: 1, filter: $due) { totals { value } }
    lateReceive: installments(companyId: $companyId, type: CREDIT, size: 1, filter: $late) { totals { value } }
  }`,
} as const;

/** Whether the asker has a permission anywhere in the company. */
const has = ({ session, companyId }: Asking, permission: 'DEBIT' | 'CREDIT' | 'ENGINEERING'): boolean =>
  session.admin || Object.values(session.permissions[companyId] ?? {}).some((held) => held.includes(permission));

/** What was paid and received in a period, what of it is still open, and what is late. */
const ofPeriod = async (request: Request, asking: Asking, period: Days) => {
  const { building } = request.names;
  const place = building ? { buildingId: building.id } : {};
  const variables = {
    companyId: asking.companyId,
    done: { ...place, paidFrom: period.from, paidTo: period.to },
    due: { ...place, forecast: true, dueDate: { start: period.from, end: addDays(period.to, 1) } },
    late: { ...place, status: 'OVERDUE' },
  };
  const sides = (['DEBIT', 'CREDIT'] as const).filter((side) => has(asking, side));
  const data: Partial<Record<Key, Totals>> = {};
  for (const side of sides) Object.assign(data, await asking.query(QUERIES[side], variables));
  const of = (key: Key): Money => data[key]?.totals.value ?? '0.00';
  const at = building?.id ?? 'all';
  const days = { paidFrom: period.from, paidTo: period.to, building: at };
  const lines = [
    ...(sides.includes('CREDIT')
      ? [
          part('Recebido', formatMoney(of('received')), 'IN', listAt(PATHS.incomes, days)),
          part(
            'A receber',
            formatMoney(of('toReceive')),
            'NEUTRAL',
            listAt(PATHS.incomeInstallments, { forecast: 'true', building: at }, period),
          ),
        ]
      : []),
    ...(sides.includes('DEBIT')
      ? [
          part('Pago', formatMoney(of('paid')), 'OUT', listAt(PATHS.expenses, days)),
          part(
            'A pagar',
            formatMoney(of('toPay')),
            'NEUTRAL',
            listAt(PATHS.expenseInstallments, { forecast: 'true', building: at }, period),
          ),
          part(
            'Vencido a pagar, até hoje',
            formatMoney(of('latePay')),
            'LATE',
            listAt(PATHS.expenseInstallments, { status: 'OVERDUE', building: at }),
          ),
        ]
      : []),
    ...(sides.includes('CREDIT')
      ? [
          part(
            'Vencido a receber, até hoje',
            formatMoney(of('lateReceive')),
            'LATE',
            listAt(PATHS.incomeInstallments, { status: 'OVERDUE', building: at }),
          ),
        ]
      : []),
  ];
  const spans =
    sides.length === 2
      ? say`${capital(period.when)}: entrou ${amount(of('received'))} e saiu ${amount(of('paid'))}.`
      : sides[0] === 'DEBIT'
        ? say`${capital(period.when)} saiu ${amount(of('paid'))}.`
        : say`${capital(period.when)} entrou ${amount(of('received'))}.`;
  return answer('overview', spans, {
    parts: lines,
    scope: `Por data de pagamento e de vencimento, ${placeWords(request, asking, sides[0] ?? 'DEBIT')}`,
  });
};

interface Earned {
  estimatedVsActual: {
    estimateTotal: Money | null;
    actualValue: Money;
    committedValue: Money;
    availableValue: Money | null;
    measuredValue: Money | null;
    cpi: string | null;
    spi: string | null;
  } | null;
}
const EARNED = `query AssistantEarned($buildingId: ID!, $date: Date!) {
  estimatedVsActual(buildingId: $buildingId, date: $date) { estimateTotal actualValue committedValue availableValue measuredValue cpi spi }
}`;

const overviewAt = (id: string): string => `${PATHS.overview}?building=${id}`;
const index = (text: string): string => text.replace('.', ',');

const earnedOf = async ({ query, today }: Asking, buildingId: string) =>
  (await query<Earned>(EARNED, { buildingId, date: today })).estimatedVsActual;

/** How an obra stands against its estimate. */
const ofBuilding = async (asking: Asking, { id, name }: { id: string; name: string }) => {
  const earned = await earnedOf(asking, id);
  if (!earned) return answer('overview', say`Não encontrei figuras de ${strong(name)}.`);
  const { estimateTotal, actualValue, committedValue, availableValue, measuredValue, cpi, spi } = earned;
  const spans =
    estimateTotal === null
      ? say`${strong(name)} já custou ${amount(actualValue)}, e não tem orçamento aprovado.`
      : say`${strong(name)} já custou ${amount(actualValue)} de ${amount(estimateTotal)} orçados.`;
  return answer('overview', spans, {
    parts: [
      ...(measuredValue === null ? [] : [part('Medido', formatMoney(measuredValue))]),
      part('Realizado', formatMoney(actualValue), 'OUT'),
      part('Comprometido em pedidos', formatMoney(committedValue)),
      ...(availableValue === null
        ? []
        : [
            part(
              isNegative(availableValue) ? 'Excedido' : 'Disponível',
              formatMoney(availableValue),
              isNegative(availableValue) ? 'LATE' : 'IN',
            ),
          ]),
      ...(cpi === null ? [] : [part('IDC (custo)', index(cpi), cpi.startsWith('0') ? 'LATE' : 'NEUTRAL')]),
      ...(spi === null ? [] : [part('IDP (prazo)', index(spi), spi.startsWith('0') ? 'LATE' : 'NEUTRAL')]),
    ],
    links: [{ label: 'Abrir Orçado × realizado', to: overviewAt(id) }],
    scope: `Orçado × realizado até ${formatDate(asking.today)}, sem BDI`,
  });
};

/** The figures of a period at a glance, or how an obra stands. */
export const overview: Answer = async (request, asking) => {
  const { building } = request.names;
  const [period] = (request.slots.periods ?? []).map(({ past }) => past);
  if (building && !period && has(asking, 'ENGINEERING')) return ofBuilding(asking, building);
  const whole = period ?? usualPeriod(building ? 'este mes' : 'esta semana', asking.today);
  return ofPeriod(request, asking, whole);
};

/** What may still be spent of the estimate. */
export const available: Answer = async ({ names: { building } }, asking) => {
  if (!building) {
    const obras = Object.values(asking.session.companies[asking.companyId]?.buildings ?? {}).slice(0, 8);
    return answer('available', say`De qual obra?`, {
      choices: obras.map(({ name }) => ({
        label: name,
        text: `quanto falta gastar do orçado da obra ${name}`.slice(0, 500),
      })),
    });
  }
  const earned = await earnedOf(asking, building.id);
  if (!earned?.estimateTotal || earned.availableValue === null)
    return answer('available', say`${strong(building.name)} não tem orçamento aprovado.`);
  const { estimateTotal, availableValue, actualValue, committedValue } = earned;
  return answer(
    'available',
    isNegative(availableValue)
      ? say`${strong(building.name)} passou do orçado em ${amount(subtract('0.00', availableValue))}.`
      : say`Ainda se pode gastar ${amount(availableValue)} em ${strong(building.name)}.`,
    {
      parts: [
        part('Orçado', formatMoney(estimateTotal)),
        part('Realizado', formatMoney(actualValue), 'OUT'),
        part('Comprometido em pedidos', formatMoney(committedValue)),
      ],
      links: [{ label: 'Abrir Orçado × realizado', to: overviewAt(building.id) }],
      scope: `Orçado − realizado − comprometido, até ${formatDate(asking.today)}`,
    },
  );
};

/** "Quanto falta" has several meanings: the answer offers them. */
export const remaining: Answer = async ({ names }, asking) => {
  const of = names.building ? ` da obra ${names.building.name}` : '';
  const choices = [
    ...(has(asking, 'DEBIT') ? [`quanto falta pagar${of}`] : []),
    ...(has(asking, 'CREDIT') ? [`quanto falta receber${of}`] : []),
    ...(has(asking, 'ENGINEERING') ? [`quanto falta gastar do orçado${of}`] : []),
  ];
  return answer('remaining', say`Quanto falta de quê?`, {
    choices: choices.map((text) => ({
      label: text.replace(/^quanto falta /, 'Falta ').slice(0, 200),
      text: text.slice(0, 500),
    })),
  });
};
