/**
 * Which entries of the history are events of webhooks (docs/decisions/0088), in the one place that says so. An action that is neither named
 * nor silent is an update: no change is kept from receivers because its action is new.
 */
interface EventSource {
  /** Entity of the history. */
  entity: string;
  /** First word of its types: "transaction" of "transaction.created". */
  noun: string;
  /** On screens. */
  label: string;
  /** Type of an action, by its name in the history. */
  named: Readonly<Record<string, string>>;
  /** Actions that change nothing that a reader of the row sees. */
  silent: readonly string[];
}

/** `create`, `delete` and all else. */
const kept = (noun: string, named: Readonly<Record<string, string>> = {}) => ({
  create: `${noun}.created`,
  delete: `${noun}.deleted`,
  ...named,
});

/** Mails to suppliers, and links that they open. */
const OF_LINKS = ['makeLink', 'revoke', 'visit', 'remind', 'sendMail', 'failMail', 'giveUpMail', 'putOffMail'];

const source = (
  entity: string,
  label: string,
  { noun = entity, named, silent = [] }: { noun?: string; named?: Record<string, string>; silent?: string[] } = {},
): EventSource => ({ entity, noun, label, named: kept(noun, named), silent });

export const EVENT_SOURCES: readonly EventSource[] = [
  source('transaction', 'Despesas e receitas', {
    // Who was told that it is deleted has it again as a new one; what was deleted before is for nobody anew.
    named: { pay: 'installment.paid', undo: 'installment.reversed', restore: 'transaction.created' },
    silent: ['forget'],
  }),
  source('transfer', 'Transferências'),
  source('order', 'Pedidos', {
    named: {
      send: 'order.sent',
      approve: 'order.approved',
      reject: 'order.rejected',
      receive: 'order.received',
      receiveInvoice: 'order.received',
    },
    silent: OF_LINKS,
  }),
  source('quote', 'Cotações', {
    named: { send: 'quote.sent', answer: 'quote.answered', close: 'quote.closed' },
    silent: OF_LINKS,
  }),
  source('costEstimate', 'Orçamentos', {
    noun: 'cost_estimate',
    named: { approve: 'cost_estimate.approved' },
    silent: ['lock', 'unlock'],
  }),
  source('schedule', 'Cronogramas'),
  source('measurement', 'Medições', { named: { close: 'measurement.closed', reopen: 'measurement.reopened' } }),
  source('partner', 'Fornecedores e clientes'),
  source('building', 'Obras'),
  source('company', 'Empresas', { silent: ['emptyDeleted'] }),
  source('category', 'Categorias'),
  source('wallet', 'Carteiras'),
  source('product', 'Insumos'),
];

const SOURCES = new Map(EVENT_SOURCES.map((one) => [one.entity, one]));

/** Type of the event that a deliberate test sends; nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** A schedule is neither made nor deleted: it is its cost estimate's. */
const ONLY_UPDATED = 'schedule';

/** All types of a source, in the order of a row's life. */
const typesOf = ({ noun, named }: EventSource): string[] =>
  noun === ONLY_UPDATED
    ? [`${noun}.updated`]
    : [...new Set([`${noun}.created`, `${noun}.updated`, ...Object.values(named)])];

/** Types by the source that they come from, for screens and documentation. */
export const EVENT_GROUPS = EVENT_SOURCES.map((one) => ({ label: one.label, types: typesOf(one) }));
export const EVENT_TYPES: readonly string[] = EVENT_GROUPS.flatMap(({ types }) => types);

/** Type of the event of an entry of the history; null for one that is none. */
export const eventTypeOf = ({ entity, action }: { entity: string; action: string }): string | null => {
  const found = SOURCES.get(entity);
  if (!found || found.silent.includes(action)) return null;
  if (found.noun === ONLY_UPDATED) return `${found.noun}.updated`;
  return Object.hasOwn(found.named, action) ? (found.named[action] ?? null) : `${found.noun}.updated`;
};
