import { daysOf, type Sentence } from './meaning.ts';

export interface Answer {
  intent: string;
  spans: { text: string }[];
  parts: { label: string; value: string; to: string | null }[];
  links: { label: string; to: string }[];
  scope: string | null;
  choices: { label: string; text: string }[];
  form: { kind: string; fields: { name: string; value: string | null; shown: string | null }[] } | null;
}

/** Ids of the rows that the sentences name, by kind and the words that people use. */
export type Ids = (kind: string, words: string) => string[];

const LISTS: Readonly<Record<string, readonly string[]>> = {
  outcome: ['/home/forms/transactions/outcome', '/home/forms/transactions/debit-installments'],
  installment: ['/home/forms/transactions/debit-installments', '/home/forms/transactions/outcome'],
  income: ['/home/forms/transactions/income', '/home/forms/transactions/credit-installments'],
  order: ['/home/forms/purchase/orders-and-receipts'],
  quote: ['/home/forms/purchase/quotes'],
  measurement: ['/home/forms/engineering/measurements'],
  task: ['/home/forms/task'],
  product: ['/home/forms/product'],
};
const SCREENS: Readonly<Record<string, string>> = {
  home: '/home/dashboard',
  supplier: '/home/forms/supplier',
  customer: '/home/forms/customer',
  building: '/home/forms/engineering/building',
  'estimated-vs-actual': '/home/forms/engineering/appropriate-overview',
  'cost-estimate': '/home/forms/engineering/cost-estimate',
  schedule: '/home/forms/engineering/schedule',
  'purchase-overview': '/home/forms/purchase/purchase-overview',
  user: '/home/forms/settings/user',
  company: '/home/forms/settings/company',
  account: '/home/account',
  reconciliation: '/home/forms/transactions/ofx-files',
};
const HELP: Readonly<Record<string, RegExp>> = {
  'reverse-payment': /Desfazer pagamento/,
  'import-statement': /Extratos OFX.*(OFX ou CSV)/,
  'import-sheet': /planilha/,
  apportionment: /Rateio/,
  invite: /Novo usuário/,
  'month-closing': /Fechamento do mês/,
  retention: /INSS/,
  password: /senha/,
  capabilities: /Experimente/,
  pay: /Pagar/,
  transfer: /Nova transferência/,
};

const textOf = ({ spans }: Answer): string => spans.map(({ text }) => text).join('');
const FIGURE = /R\$\s?\d|-R\$/;

/** Whether an answer gives a figure of money. */
export const hasFigure = (answer: Answer): boolean =>
  FIGURE.test(textOf(answer)) || answer.parts.some(({ value }) => /^[+-]?[\d.]+,\d{2}$/.test(value));

const paramsOf = (to: string): URLSearchParams => new URLSearchParams(to.split('?')[1] ?? '');
const pathOf = (to: string): string => to.split('?')[0] ?? '';

const KEYS: Readonly<Record<string, string>> = {
  building: 'building',
  partner: 'partner',
  category: 'category',
  wallet: 'bank',
};

/** Whether an address is narrowed by the names of the sentence, and by no other. */
const namesFit = (to: string, slots: Sentence['slots'], ids: Ids): boolean =>
  Object.entries(KEYS).every(([kind, key]) => {
    const params = paramsOf(to);
    const given =
      kind === 'partner' && params.has('supplier')
        ? params.get('supplier')
        : (params.get(key) ?? (kind === 'wallet' ? params.get('wallet') : null));
    const words = slots[kind];
    if (words === undefined) return given === null || given === 'all';
    if (words === 'none') return kind === 'category' ? params.get('withoutCategory') === 'true' : given === '-1';
    return given !== null && ids(kind, words).includes(given);
  });

const daysFit = (to: string, words: string, keys: readonly [string, string]): boolean => {
  const [from, last] = daysOf(words);
  const params = paramsOf(to);
  return params.get(keys[0]) === from && (params.get(keys[1]) ?? params.get(keys[0])) === last;
};

const STATUS: Readonly<Record<string, (params: URLSearchParams) => boolean>> = {
  overdue: (params) => params.get('status') === 'OVERDUE',
  open: (params) =>
    params.get('forecast') === 'true' || params.get('open') === 'true' || params.get('view') === 'waiting',
  late: (params) => params.get('view') === 'late',
  'waiting-approval': (params) => params.get('view') === 'approval',
};

/** Whether a list is filtered by a range: "1000..2500", "..500", or "10000" and more. */
const valueFits = (to: string, value: string): boolean => {
  const [least = '', most = ''] = value.split('..');
  const cents = (text: string) => (text === '' ? null : text.includes('.') ? text : `${text}.00`);
  const params = paramsOf(to);
  return params.get('valueFrom') === cents(least) && params.get('valueTo') === cents(most);
};

const judgeList = ({ slots }: Sentence, answer: Answer, ids: Ids): boolean => {
  const to = answer.links[0]?.to ?? '';
  const params = paramsOf(to);
  const due = slots.due ?? slots.period;
  return (
    (LISTS[slots.list ?? ''] ?? []).includes(pathOf(to)) &&
    namesFit(to, slots, ids) &&
    (slots.status === undefined || STATUS[slots.status]?.(params) === true) &&
    (due === undefined || daysFit(to, due, ['from', 'to'])) &&
    (slots.paid === undefined || daysFit(to, slots.paid, ['paidFrom', 'paidTo'])) &&
    (slots.document === undefined ||
      (params.get('search') ?? '').replace('.', '') === slots.document.replace('.', '')) &&
    (slots.value === undefined
      ? !params.has('valueFrom') && !params.has('valueTo')
      : valueFits(to, slots.value) && hasFigure(answer)) &&
    (slots.search === undefined || params.get('search') === slots.search) &&
    (slots.input === undefined || params.get('search') === slots.input)
  );
};

const EXPENSES = LISTS.outcome ?? [];
const INCOMES = LISTS.income ?? [];
const paidList = (what: string) => (what === 'received' || what === 'receivable' ? INCOMES : EXPENSES);

/** What was paid, received or is open: the list behind it has the same names, days and state. */
const judgeSum = ({ slots }: Sentence, answer: Answer, ids: Ids): boolean => {
  const to = answer.links[0]?.to ?? '';
  const params = paramsOf(to);
  const what = slots.what ?? '';
  const done = what === 'paid' || what === 'received';
  const state = done
    ? slots.period !== undefined || params.get('status') === 'PAID'
    : params.get('forecast') === 'true';
  const days = slots.period === undefined || daysFit(to, slots.period, done ? ['paidFrom', 'paidTo'] : ['from', 'to']);
  return paidList(what).includes(pathOf(to)) && namesFit(to, slots, ids) && state && days;
};

const FIGURES: Readonly<Record<string, (sentence: Sentence, answer: Answer, ids: Ids) => boolean>> = {
  paid: judgeSum,
  received: judgeSum,
  open: judgeSum,
  payable: judgeSum,
  receivable: judgeSum,
  balance: ({ slots }, answer, ids) =>
    pathOf(answer.links[0]?.to ?? '') === '/home/forms/transactions/bank' &&
    namesFit(answer.links[0]?.to ?? '', slots.wallet === 'caixa' ? { wallet: 'Caixinha' } : slots, ids) &&
    hasFigure(answer),
  'forecast-balance': ({ slots }, answer) =>
    paramsOf(answer.links[0]?.to ?? '').get('to') === slots.at &&
    textOf(answer).includes(`${(slots.at ?? '').split('-').reverse().join('/')}`),
  'first-negative-day': (_, answer) =>
    /negativo/.test(textOf(answer)) && pathOf(answer.links[0]?.to ?? '').endsWith('/cashflow'),
  result: ({ slots }, answer, ids) => {
    const params = paramsOf(answer.links[0]?.to ?? '');
    const [from, to] = daysOf(slots.period ?? '');
    return (
      pathOf(answer.links[0]?.to ?? '').endsWith('/financial-statement') &&
      params.get('from') === from.slice(0, 7) &&
      params.get('to') === to.slice(0, 7) &&
      namesFit(answer.links[0]?.to ?? '', slots, ids)
    );
  },
  price: (_, answer) =>
    answer.intent === 'price' && answer.links.some(({ to }) => pathOf(to) === '/home/forms/product'),
  'last-purchase': (_, answer) => answer.intent === 'lastPurchase',
  bought: ({ slots }, answer) =>
    textOf(answer).includes(slots.input ?? '') &&
    /compr/.test(textOf(answer)) &&
    (slots.period === undefined || slots.period === 'this-year' || textOf(answer).includes('outubro')),
};

const LABELS: Readonly<Record<string, string>> = {
  '2026-09': 'setembro de 2026',
  '2026-10': 'outubro de 2026',
  '2025-10': 'outubro de 2025',
  'this-year': '2026',
  'last-year': '2025',
};

const judgeCompare = ({ slots }: Sentence, answer: Answer, ids: Ids): boolean => {
  const periods = (slots.periods ?? '').split(',');
  const named = periods.every((period) => textOf(answer).includes(LABELS[period] ?? '?'));
  const { periods: _periods, ...rest } = slots;
  const links = answer.links.length === 0 ? [] : answer.links.slice(0, 1);
  return (
    answer.intent === 'compare' &&
    named &&
    links.every(({ to }) => namesFit(to, rest, ids)) &&
    answer.parts.some(({ label }) => label === 'Diferença')
  );
};

const BREAKDOWNS: Readonly<Record<string, RegExp>> = {
  partner: /(fornecedor|cliente)/,
  category: /categoria/,
  building: /obra/,
  month: /por mês/,
};

const judgeBreakdown = (sentence: Sentence, answer: Answer, ids: Ids): boolean => {
  const { slots } = sentence;
  if (slots.what === 'over-estimate') return answer.intent === 'overEstimate';
  if (slots.what === 'bought')
    return FIGURES.bought?.(sentence, answer, ids) === true || textOf(answer).includes(slots.input ?? '');
  return judgeSum(sentence, answer, ids) && (BREAKDOWNS[slots.by?.split(' ')[0] ?? '']?.test(textOf(answer)) ?? false);
};

const FORM_KINDS: Readonly<Record<string, string>> = { 'cost-estimate': 'COST_ESTIMATE' };

const judgeForm = ({ slots }: Sentence, { form }: Answer, ids: Ids): boolean => {
  if (!form || form.kind !== (FORM_KINDS[slots.form ?? ''] ?? slots.form?.toUpperCase())) return false;
  const value = (name: string) => form.fields.find((field) => field.name === name)?.value ?? null;
  const due =
    slots.due === undefined
      ? null
      : slots.due === 'day20'
        ? '2026-11-20'
        : slots.due.startsWith('2026-11-10')
          ? '2026-12-10'
          : slots.due;
  return (
    (slots.value === undefined || value('value') === slots.value) &&
    (due === null || value('dueDate') === due) &&
    (slots.installments === undefined || value('installments') === slots.installments) &&
    (slots.name === undefined || value('name') === slots.name) &&
    (slots.partner === undefined ||
      slots.form === 'income' ||
      ids('partner', slots.partner).includes(value('partner') ?? '')) &&
    (slots.building === undefined || ids('building', slots.building).includes(value('building') ?? '')) &&
    (slots.from === undefined || ids('wallet', slots.from).includes(value('source') ?? '')) &&
    (slots.to === undefined || ids('wallet', slots.to).includes(value('target') ?? '')) &&
    (slots.input === undefined || value('product') !== null)
  );
};

const judgeScreen = ({ slots }: Sentence, answer: Answer, ids: Ids): boolean => {
  const to = answer.links[0]?.to ?? '';
  const path = SCREENS[slots.to ?? ''] ?? `/home/forms/transactions/${slots.to}`;
  const { to: _to, period, ...names } = slots;
  const placed = slots.to === 'schedule' || namesFit(to, names, ids);
  return (
    pathOf(to) === path &&
    placed &&
    (period === undefined || paramsOf(to).get('from')?.startsWith(period.slice(0, 4)) === true)
  );
};

/** Whether an answer is what the sentence means; written from the sentences, and from the addresses of the screens. */
export const judge = (sentence: Sentence, answer: Answer, ids: Ids): boolean => {
  const { intent, slots } = sentence;
  switch (intent) {
    case 'list':
      return slots.list === 'income' && slots.paid !== undefined
        ? judgeSum({ ...sentence, slots: { ...slots, what: 'received', period: slots.paid } }, answer, ids)
        : judgeList(sentence, answer, ids);
    case 'figure':
      return FIGURES[slots.what ?? '']?.(sentence, answer, ids) ?? false;
    case 'compare':
      return judgeCompare(sentence, answer, ids);
    case 'breakdown':
      return judgeBreakdown(sentence, answer, ids);
    case 'overview':
      return (
        answer.intent === 'overview' &&
        hasFigure(answer) &&
        (slots.building === undefined ||
          ids('building', slots.building).some((id) =>
            [...answer.links, ...answer.parts].some(({ to }) => to !== null && paramsOf(to).get('building') === id),
          ))
      );
    case 'navigate':
      return judgeScreen(sentence, answer, ids);
    case 'start':
      return judgeForm(sentence, answer, ids);
    case 'refuse-pay':
      return (
        /Eu não pago/.test(textOf(answer)) &&
        judgeList({ ...sentence, slots: { ...slots, list: 'outcome' } }, answer, ids)
      );
    case 'refuse-delete':
      return (
        /Eu não excluo/.test(textOf(answer)) &&
        judgeList({ ...sentence, slots: { ...slots, list: 'outcome' } }, answer, ids)
      );
    case 'explain':
      return answer.intent === 'explain';
    case 'help':
      return HELP[slots.topic ?? '']?.test(textOf(answer)) ?? false;
    case 'ask':
    case 'ask-or-list':
      // Where one row alone fits, there is nothing to ask.
      return (
        answer.choices.length > 1 ||
        (slots.options === undefined && answer.links.some(({ to }) => paramsOf(to).has('partner')))
      );
    case 'unknown-or-zero':
      return /Nada a pagar/.test(textOf(answer)) || !hasFigure(answer);
    case 'greeting':
    case 'thanks':
      return answer.intent === intent;
    case 'unknown':
      return (
        !hasFigure(answer) &&
        ['unknown', 'notFound', 'leavesOut', 'bought', 'quotes', 'which', 'price', 'navigate'].includes(answer.intent)
      );
    default:
      return false;
  }
};
