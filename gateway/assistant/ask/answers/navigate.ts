import type { Permission } from '#domain/permissions.ts';
import type { Days } from '#domain/assistant/periods.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { answer, say, strong } from '../words.ts';

const forms = '/home/forms';

interface Destination {
  title: string;
  path: string;
  /** What it takes; null: an administrator; absent: nothing. */
  rule?: { anyOf: readonly Permission[] } | { allOf: readonly Permission[] } | null;
  /** Keys of the address for an obra, a wallet, a period. */
  keys?: (request: Request, period: Days | undefined) => Readonly<Record<string, string | undefined>>;
}

const DEBIT_AND_CREDIT = { allOf: ['DEBIT', 'CREDIT'] } as const;
const PURCHASE_OR_ENGINEERING = { anyOf: ['PURCHASE', 'ENGINEERING'] } as const;
const ENGINEERING = { anyOf: ['ENGINEERING'] } as const;

const building = ({ names }: Request) => ({ building: names.building?.id });

/** Screens by the topic that the grammar gives them (domain/assistant/intents/navigate.ts). */
const DESTINATIONS: Readonly<Record<string, Destination>> = {
  reports: { title: 'Relatórios', path: '/reports' },
  dashboard: { title: 'Painel', path: '/home/dashboard', rule: null },
  'financial-statement': {
    ...{ title: 'Demonstrativo', path: `${forms}/transactions/financial-statement`, rule: null },
    keys: ({ names }, period) => ({
      from: period?.from.slice(0, 7),
      to: period?.to.slice(0, 7),
      building: names.building?.id,
    }),
  },
  cashflow: {
    ...{ title: 'Fluxo de caixa', path: `${forms}/transactions/cashflow`, rule: null },
    keys: ({ names }, period) => ({
      from: period?.from,
      to: period?.to,
      building: names.building?.id,
      bank: names.wallet?.id,
    }),
  },
  costbreakdown: {
    title: 'Etapas × categorias',
    path: `${forms}/transactions/costbreakdown`,
    rule: { anyOf: ['DEBIT', 'ENGINEERING'] },
    keys: building,
  },
  'appropriate-overview': {
    title: 'Orçado × realizado',
    path: `${forms}/engineering/appropriate-overview`,
    rule: ENGINEERING,
    keys: building,
  },
  supplier: {
    title: 'Fornecedores',
    path: `${forms}/supplier`,
    rule: { anyOf: ['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING'] },
  },
  customer: {
    title: 'Clientes',
    path: `${forms}/customer`,
    rule: { anyOf: ['DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING'] },
  },
  building: { title: 'Obras', path: `${forms}/engineering/building`, rule: ENGINEERING },
  bank: {
    title: 'Carteiras',
    path: `${forms}/transactions/bank`,
    rule: DEBIT_AND_CREDIT,
    keys: ({ names }) => ({ wallet: names.wallet?.id }),
  },
  'ofx-files': {
    title: 'Extratos OFX',
    path: `${forms}/transactions/ofx-files`,
    rule: DEBIT_AND_CREDIT,
    keys: ({ names }) => ({ wallet: names.wallet?.id }),
  },
  reconciliation: {
    title: 'Extratos OFX',
    path: `${forms}/transactions/ofx-files`,
    rule: DEBIT_AND_CREDIT,
    keys: ({ names }) => ({ wallet: names.wallet?.id }),
  },
  'transaction-models': { title: 'Modelos', path: `${forms}/transactions/transaction-models`, rule: DEBIT_AND_CREDIT },
  'month-closing': {
    title: 'Fechamento do mês',
    path: `${forms}/transactions/month-closing`,
    rule: null,
    keys: (_, period) => ({ month: period?.from.slice(0, 7) }),
  },
  retentions: { title: 'Retenções', path: `${forms}/transactions/retentions`, rule: { anyOf: ['DEBIT'] } },
  category: { title: 'Categorias', path: `${forms}/transactions/category`, rule: { anyOf: ['DEBIT', 'CREDIT'] } },
  user: { title: 'Usuários', path: `${forms}/settings/user`, rule: null },
  company: { title: 'Empresas', path: `${forms}/settings/company`, rule: null },
  account: { title: 'Minha conta', path: '/home/account' },
  'cost-estimate': {
    title: 'Orçamentos',
    path: `${forms}/engineering/cost-estimate`,
    rule: ENGINEERING,
    keys: building,
  },
  schedule: { title: 'Cronograma', path: `${forms}/engineering/schedule`, rule: ENGINEERING },
  'purchase-overview': {
    title: 'Resumo de compras',
    path: `${forms}/purchase/purchase-overview`,
    rule: { anyOf: ['PURCHASE'] },
    keys: building,
  },
  'product-table': { title: 'Tabelas de insumos', path: `${forms}/product-table`, rule: PURCHASE_OR_ENGINEERING },
  privacy: { title: 'Privacidade', path: `${forms}/settings/privacy`, rule: null },
};

/** Whether the asker may open a screen: as the menu decides it. */
const mayOpen = ({ rule }: Destination, { session, companyId }: Asking): boolean => {
  if (rule === undefined || session.admin) return true;
  if (rule === null) return false;
  const held = new Set(Object.values(session.permissions[companyId] ?? {}).flat());
  return 'anyOf' in rule ? rule.anyOf.some((one) => held.has(one)) : rule.allOf.every((one) => held.has(one));
};

interface Estimates {
  costEstimates: { content: { id: string }[] } | null;
}
const SCHEDULED = `query AssistantSchedules($companyId: ID!, $filter: CostEstimateFilter) {
  costEstimates(companyId: $companyId, size: 1, sort: [{ id: "approved", desc: true }], filter: $filter) { content { id } }
}`;

/** A schedule belongs to an estimate: that of the obra, if it has one. */
const scheduleAt = async (
  { names }: Request,
  { query, companyId }: Asking,
): Promise<Readonly<Record<string, string | undefined>>> => {
  if (!names.building) return {};
  const { costEstimates } = await query<Estimates>(SCHEDULED, {
    companyId,
    filter: { buildingId: names.building.id, approved: true },
  });
  return { id: costEstimates?.content[0]?.id };
};

/** Leads to a screen. */
export const navigate: Answer = async (request, asking) => {
  const destination = DESTINATIONS[request.topic ?? ''];
  if (!destination) return answer('navigate', say`Não conheço essa tela.`);
  const { title, path } = destination;
  if (!mayOpen(destination, asking)) return answer('navigate', say`Você não tem acesso a ${strong(title)}.`);
  const keys =
    request.topic === 'schedule'
      ? await scheduleAt(request, asking)
      : (destination.keys?.(request, request.slots.periods?.[0]?.past) ?? {});
  const query = new URLSearchParams(
    Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  const of = request.names.building ?? request.names.wallet;
  const used = of && Object.values(keys).some((value) => value !== undefined);
  const period = request.slots.periods?.[0]?.past.label;
  const spans = used
    ? say`Aqui está: ${strong(title)}, ${of.name}.`
    : period && destination.keys
      ? say`Aqui está: ${strong(title)}, ${period}.`
      : say`Aqui está: ${strong(title)}.`;
  return answer('navigate', spans, {
    links: [{ label: `Abrir ${title}`, to: query === '' ? path : `${path}?${query}` }],
  });
};
