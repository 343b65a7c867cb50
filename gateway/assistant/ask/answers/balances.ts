import { addDays, daysBetween, formatDate } from '#domain/dates.ts';
import { compare, formatMoney, isNegative, sum, ZERO, type Money } from '#domain/money.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { buildingKey } from '../scope.ts';
import { amount, answer, listAt, part, PATHS, say, strong } from '../words.ts';

interface Wallets {
  wallets: { content: { id: string; identifier: string; balance: { balance: Money } | null }[] } | null;
}
const WALLETS = `query AssistantWallets($companyId: ID!) {
  wallets(companyId: $companyId, size: 500, sort: [{ id: "identifier" }], filter: { active: true }) { content { id identifier balance { balance } } }
}`;

const SHOWN = 12;

const balancePart = (label: string, value: Money, to: string) =>
  part(label, formatMoney(value), isNegative(value) ? 'LATE' : 'NEUTRAL', to);

/** What is in the wallets at the end of today; with a day to come, what is expected then. */
export const balance: Answer = async (request, asking) => {
  const ahead = request.slots.periods?.[0]?.future;
  if (ahead && ahead.to > asking.today) return forecast(request, asking);
  if (ahead && ahead.to < asking.today) {
    return answer(
      request.intent.name,
      say`Eu sei o saldo de hoje e o previsto. O de ${ahead.label} está no extrato de cada carteira.`,
      {
        links: [{ label: 'Abrir Carteiras', to: listAt(PATHS.wallets, { from: ahead.from, to: ahead.to }) }],
      },
    );
  }
  const { wallets } = await asking.query<Wallets>(WALLETS, { companyId: asking.companyId });
  const all = wallets?.content ?? [];
  const { wallet } = request.names;
  const chosen = wallet ? all.filter(({ id }) => id === wallet.id) : all;
  const known = chosen.flatMap(({ balance: one }) => (one ? [one.balance] : []));
  if (known.length < chosen.length || all.length === 0) {
    return answer(
      request.intent.name,
      say`Para ver saldos é preciso ter as permissões de despesas e de receitas na empresa.`,
    );
  }
  const total = sum(known);
  const at = `Saldo ao fim de hoje, ${formatDate(asking.today)}, do que está pago e recebido`;
  if (wallet) {
    return answer(request.intent.name, say`O saldo de ${strong(wallet.name)} é ${amount(total)}.`, {
      links: [{ label: 'Abrir o extrato', to: listAt(PATHS.wallets, { wallet: wallet.id }) }],
      scope: at,
    });
  }
  return answer(request.intent.name, say`O saldo das carteiras é ${amount(total)}.`, {
    parts: [
      ...chosen
        .slice(0, SHOWN)
        .map(({ id, identifier, balance: one }) =>
          balancePart(identifier, one?.balance ?? ZERO, listAt(PATHS.wallets, { wallet: id })),
        ),
      ...(known.length > SHOWN
        ? [balancePart(`Outras ${known.length - SHOWN}`, sum(known.slice(SHOWN)), PATHS.wallets)]
        : []),
    ],
    links: [{ label: 'Abrir Carteiras', to: PATHS.wallets }],
    scope: at,
  });
};

interface Projected {
  projectedBalances: { date: string; balance: Money }[] | null;
}
const PROJECTED = `query AssistantProjected($companyId: ID!, $buildingId: ID, $walletId: ID, $startDate: Date!, $endDate: Date!) {
  projectedBalances(companyId: $companyId, buildingId: $buildingId, walletId: $walletId, startDate: $startDate, endDate: $endDate) { date balance }
}`;

/** The cash flow accepts at most this many days. */
const MOST_DAYS = 1_500;
/** Days that are looked ahead without a period. */
const AHEAD = 180;

const projected = async ({ names }: Request, asking: Asking, to: string) => {
  const { projectedBalances } = await asking.query<Projected>(PROJECTED, {
    ...{ companyId: asking.companyId, startDate: asking.today, endDate: to },
    ...{ buildingId: names.building?.id ?? null, walletId: names.wallet?.id ?? null },
  });
  return projectedBalances ?? [];
};

/** The cash flow until a day, whose balance it shows. */
const flowAt = (request: Request, from: string, to: string): string =>
  listAt(PATHS.cashFlow, {
    ...{ from, to, group: 'month' },
    ...{ building: buildingKey(request), bank: request.names.wallet?.id },
  });

const scopeOf = ({ names }: Request): string =>
  `Saldo projetado: carteiras, mais o que está a receber, menos o que está a pagar${names.building ? `, ${names.building.name}` : ''}${names.wallet ? `, ${names.wallet.name}` : ''}`;

/** The expected balance at the end of a day. */
export const forecast: Answer = async (request, asking) => {
  const day = request.slots.periods?.[0]?.future.to ?? addDays(asking.today, 30);
  if (day < asking.today) return answer(request.intent.name, say`Esse dia já passou: previsão é só para o que vem.`);
  if (daysBetween(asking.today, day) >= MOST_DAYS) {
    return answer(
      request.intent.name,
      say`Eu projeto o saldo por até quatro anos, e ${formatDate(day)} está além disso.`,
    );
  }
  const days = await projected(request, asking, day);
  const last = days.at(-1);
  if (!last) return answer(request.intent.name, say`Não há saldo projetado para ${formatDate(day)}.`);
  const lowest = days.reduce((low, one) => (compare(one.balance, low.balance) < 0 ? one : low), last);
  return answer(request.intent.name, say`O saldo previsto para ${formatDate(day)} é ${amount(last.balance)}.`, {
    parts: [
      ...(days[0]
        ? [
            balancePart(
              `Hoje, ${formatDate(days[0].date)}`,
              days[0].balance,
              flowAt(request, asking.today, days[0].date),
            ),
          ]
        : []),
      balancePart(`Menor, em ${formatDate(lowest.date)}`, lowest.balance, flowAt(request, asking.today, lowest.date)),
    ],
    links: [{ label: 'Abrir Fluxo de caixa', to: flowAt(request, asking.today, day) }],
    scope: scopeOf(request),
  });
};

/** The first day on which the expected balance is below zero. */
export const firstNegative: Answer = async (request, asking) => {
  const until = request.slots.periods?.[0]?.future.to ?? addDays(asking.today, AHEAD);
  if (daysBetween(asking.today, until) >= MOST_DAYS || until < asking.today) {
    return answer(request.intent.name, say`Eu projeto o saldo de hoje até quatro anos à frente.`);
  }
  const days = await projected(request, asking, until);
  const first = days.find(({ balance: value }) => isNegative(value));
  const links = [{ label: 'Abrir Fluxo de caixa', to: flowAt(request, asking.today, first?.date ?? until) }];
  if (!first) {
    return answer(request.intent.name, say`O saldo previsto não fica negativo até ${formatDate(until)}.`, {
      links,
      scope: scopeOf(request),
    });
  }
  return answer(
    request.intent.name,
    say`O saldo previsto fica negativo em ${strong(formatDate(first.date))}: ${amount(first.balance)}.`,
    {
      parts: [part('Até lá', `${daysBetween(asking.today, first.date)} dias`)],
      links,
      scope: scopeOf(request),
    },
  );
};
