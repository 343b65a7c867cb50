import type { Endpoint } from '#schema/platform/endpoint.ts';
import type { Call, Reply, TestServices } from '#tests/support/services.ts';
import type { Route } from './endpoints.ts';
import { undoneBy } from './furnishRegisterImports.ts';
import { MONTH_PATTERN } from '#domain/financial/financialStatement/months.ts';
import { columnsOf, DAYS, MEANT } from './meant.ts';
import {
  closingMonth,
  closingUse,
  measuredUse,
  modelUse,
  orderUse,
  quoteUse,
  reconciliationUse,
  statementUse,
} from './uses.ts';
import { bankStatement, BOLETO, invoice, multipart, photo, projectFile, workbook } from './furnish.ts';
import {
  findRow,
  kindInEstimates,
  kindInOrders,
  kindInQuotes,
  kindInReconciliation,
  kindInSchedules,
  kindNamed,
  PLAIN_NUMBERS,
  unknownId,
  type Kind,
  type Purpose,
  type Rows,
} from './rows.ts';
import type { Draft, Position, Step, Target } from './target.ts';

/** The part of JSON Schema that contracts use. */
interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  patternProperties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  pattern?: string;
  description?: string;
}

/** Whether a place takes its value from `MEANT`: a month of the year is a number, that of a statement a text. */
const isMeant = (name: string, shape: Shape | undefined): boolean =>
  Object.hasOwn(MEANT, name) && !(name === 'month' && shape?.type === 'integer');

/** Maps with ids as keys; twinTenants.test.ts tests them by name. */
export const KEYED_BY_IDS = ['permissions'];

const isNull = ({ type }: Shape): boolean => type === 'null';
const branches = (shape: Shape): Shape[] => shape.anyOf?.filter((branch) => !isNull(branch)) ?? [shape];

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** The kind of row that a route is about: its last segment with a known name, transactions first. */
const subjectOf = ({ path }: Endpoint): Kind | undefined => {
  const segments = segmentsOf(path).reverse();
  if (segments.includes('transaction-record')) return 'installment';
  if (segments.includes('debit') || segments.includes('credit')) return 'transaction';
  return segments.map(kindNamed).find((kind) => kind !== undefined);
};

/** `ids=` names rows of the route's kind, unless its description says "Ids of buildings". */
const listed = (endpoint: Endpoint): Kind | undefined => {
  const { description = '' } = (endpoint.query as Shape).properties?.ids ?? {};
  return kindNamed(/Ids of (\w+)/.exec(description)?.[1] ?? '') ?? subjectOf(endpoint);
};

const isOfEstimates = ({ path }: Endpoint): boolean => path.includes('/cost-estimate/:id');

/** In the calls of one cost estimate: a row of its list, a line of its composition, a BDI. */
const kindInEstimate = (path: Step[]): Kind | undefined => {
  const [place, ...steps] = path;
  // A list of keys has the name of its property.
  const name = String(path.findLast((step) => typeof step === 'string'));
  if (name !== 'id') return kindInEstimates(name);
  const parent = steps.slice(0, -1).findLast((step) => typeof step === 'string');
  if (place === 'params') return 'costEstimate';
  return parent === undefined ? 'estimateRow' : kindInEstimates(parent);
};

const isOfQuotes = ({ path }: Endpoint): boolean => /\/quote(-request)?(\/|$)/.test(path);

const isOfReconciliation = ({ path }: Endpoint): boolean => path.includes('/bank-statements/reconciliation');

const isOfSchedules = ({ path }: Endpoint): boolean => path.includes('/cost-estimates/:id/');

/** The name of a place; that of its list for an item. */
const nameAt = (path: Step[]): string => String(path.findLast((step) => typeof step === 'string'));

const kindAt = (endpoint: Endpoint, path: Step[]): Kind | undefined => {
  const name = nameAt(path);
  if (undoneBy(endpoint.path) && name === 'importId') return 'registerImport';
  if (isOfEstimates(endpoint)) return kindInEstimate(path);
  const parents = path.slice(1, -1).filter((step) => typeof step === 'string');
  if (isOfQuotes(endpoint) && path[0] !== 'query') {
    if (name !== 'id') return kindInQuotes(name);
    return path[0] === 'params' ? 'quote' : kindInQuotes(String(parents.at(-1)));
  }
  if (isOfReconciliation(endpoint)) return kindInReconciliation(name === 'id' ? String(parents.at(-1)) : name);
  // The first type that is told of live.
  if (endpoint.path === '/api/v1/assistant/presence') return 'brand';
  if (name === 'ids') return endpoint.path.endsWith('/bank-statements/lines') ? 'bankLine' : listed(endpoint);
  if (name !== 'id') return endpoint.path.includes('/order/') ? kindInOrders(name) : kindNamed(name);
  if (path[0] === 'params') {
    const segments = segmentsOf(endpoint.path);
    return kindNamed(segments[segments.indexOf(':id') - 1] ?? '');
  }
  const parent = parents.at(-1);
  if (parent === undefined) return subjectOf(endpoint);
  if (endpoint.path.endsWith('/statement-lines')) return 'category';
  if (endpoint.path.endsWith('/input-categories') && parent === 'group') return 'productGroup';
  if (endpoint.path.endsWith('/order-stages') && parent === 'lines') return 'orderLine';
  return isOfSchedules(endpoint) ? kindInSchedules(String(parent)) : kindNamed(parent);
};

const positionsIn = (shape: Shape, endpoint: Endpoint, path: Step[]): Position[] => {
  // Its numbers are columns.
  if (path.includes('tableLayout')) return [];
  const name = nameAt(path);
  const seen = new Set<string>();
  return branches(shape)
    .flatMap((branch): Position[] => {
      if (branch.properties) {
        return Object.entries(branch.properties).flatMap(([key, child]) =>
          positionsIn(child, endpoint, [...path, key]),
        );
      }
      if (branch.patternProperties && !KEYED_BY_IDS.includes(name)) {
        throw new Error(`${endpoint.method} ${endpoint.path}: are the keys of "${name}" ids? See KEYED_BY_IDS`);
      }
      if (branch.items) return positionsIn(branch.items, endpoint, [...path, 0]);
      const isKeys = name === 'ids' || (name === 'lines' && isOfReconciliation(endpoint));
      const list = isKeys && branch.type === 'string';
      if (!list && (branch.type !== 'integer' || PLAIN_NUMBERS.has(name))) return [];
      const kind = kindAt(endpoint, path);
      if (!kind) throw unknownId(`${endpoint.method} ${endpoint.path}`, path.join('.'));
      return [{ path, kind, list }];
    })
    .filter(({ path: at }) => !seen.has(at.join('.')) && seen.add(at.join('.')));
};

/** Every place for an id in a route's requests. Throws for an integer that the harness does not know. */
const positionsOf = (endpoint: Endpoint): Position[] => [
  ...positionsIn(endpoint.params, endpoint, ['params']),
  ...positionsIn(endpoint.query, endpoint, ['query']),
  ...positionsIn(endpoint.body, endpoint, ['body']),
];

/** The user that a token acts for, or that is changed together with who answers for it. */
const isService = (method: string, path: string, at: Step[]): boolean =>
  at.at(-1) === 'serviceAccountId' || (method === 'PUT' && path.endsWith('/user') && at.at(-1) === 'id');

/** Use of the rows by the request, which decides whether it takes a spare one. */
const purposeOf = ({ method, path }: Endpoint, at: Step[]): Purpose => {
  const reconciled = reconciliationUse({ path }, at);
  if (reconciled) return { side: 'DEBIT', use: reconciled };
  const stated = statementUse({ method, path }, at);
  if (stated) return { side: 'DEBIT', use: stated };
  if (at.includes('fiscalDocument') && at.at(-1) === 'id')
    return { side: 'DEBIT', use: path.endsWith('/debit') ? 'saved' : 'modelled' };
  // A user who has a second factor, which no other call takes away.
  if (path.endsWith('/user/:id/second-factor') && at.at(-1) === 'id') return { side: 'DEBIT', use: 'guarded' };
  if (at.at(-1) === 'emergencyUserId') return { side: 'DEBIT', use: 'emergency' };
  if (isService(method, path, at)) return { side: 'DEBIT', use: 'service' };
  const closed = closingUse({ path }, at);
  if (closed) return { side: 'DEBIT', use: closed };
  const modelled = modelUse({ method, path }, at);
  if (modelled) return { side: 'DEBIT', use: modelled };
  const quoted = quoteUse({ method, path }, at);
  if (quoted) return { side: 'DEBIT', use: quoted };
  const ordered = orderUse({ method, path }, at);
  if (ordered) return { side: 'DEBIT', use: ordered };
  const entity = at.at(-1) === 'importId' ? undoneBy(path) : undefined;
  if (entity) return { side: 'DEBIT', use: entity };
  const measured = measuredUse(method, path, at);
  if (measured) return { side: 'DEBIT', use: measured };
  const ofCustomers = /\/(credit|customer|cost-estimate)/.test(path) && !path.includes('/measurement');
  const side = ofCustomers ? 'CREDIT' : 'DEBIT';
  const isSubject = at[0] === 'params' && path.endsWith(`:${String(at[1])}`);
  const isTarget = String(at.at(-1)).startsWith('target');
  // An estimate whose prices are not those of the register, which no other call changes.
  if (path.includes('/price-update')) {
    if (at.at(-1) === 'database') return { side, use: 'published' };
    if (at.at(-1) !== 'companyId') return { side, use: 'priced' };
  }
  // A measurement above its contract.
  if (path.endsWith('/measured-excess') && at.at(-1) !== 'companyId') return { side, use: 'excess' };
  // An approved estimate, whose amendments are not.
  if (path.includes('/amendments') && !['companyId', 'taskId'].includes(String(at.at(-1)))) {
    return { side, use: method === 'DELETE' && isSubject ? 'spare' : 'amended' };
  }
  // A workbook is replaced and removed where no other call reads it.
  if (path.endsWith('/client-workbook') && method !== 'GET' && at.at(-1) === 'id') return { side, use: 'priced' };
  // The composition whose lines a PUT names is not reset before.
  if (path.endsWith('/reset') && at.at(-1) === 'resourceId') return { side, use: 'other' };
  // A row of an estimate that is the main composition, with its lines.
  if (path.endsWith('/detail') && at.at(-1) === 'taskId' && !at.includes('items')) return { side, use: 'main' };
  // A composition within another one: the main one uses it.
  if (at[0] === 'body' && at.at(-1) === 'taskId') return { side, use: 'child' };
  // A row that the schedule does not have yet.
  if (path.endsWith('/schedule-items') && at.includes('costEstimateItem')) return { side, use: 'spare' };
  if (at.includes('links') && at.at(-1) === 'to') return { side, use: 'second' };
  const deletes = method === 'DELETE' && isSubject;
  // An update of a transaction takes one without payments, with all installments.
  const isRow = at.at(-1) === 'id' && (at.length === 2 || typeof at.at(-2) === 'number');
  const edits = method === 'PUT' && /\/(debit|credit)$/.test(path) && at[0] === 'body' && isRow;
  if (edits) return { side, use: 'edited' };
  // An installment that no other call pays.
  if (path.endsWith('/payment-code')) return { side, use: 'coded' };
  if (deletes || path.endsWith('/invitation')) return { side, use: 'spare' };
  if (path.endsWith('/installment/:installmentId/receipt')) return { side, use: 'paid' };
  if (path.endsWith('/receipt') && at.at(-1) === 'id') return { side, use: 'spare' };
  // A product does not go into itself.
  if (at.includes('merged')) return { side, use: 'merged' };
  if (at.includes('purchaseUnit')) return { side, use: 'purchase' };
  if (method === 'DELETE' && path.endsWith('/payment')) return { side, use: 'paid' };
  return { side, use: isTarget ? 'target' : 'main' };
};

/** Builds requests of a route with ids from `rows`. */
const draftOf = (endpoint: Endpoint, rows: Rows, versionOf: (id: number) => number): Draft => {
  const idAt = (path: Step[]): number => {
    const kind = kindAt(endpoint, path);
    if (!kind) throw unknownId(`${endpoint.method} ${endpoint.path}`, path.join('.'));
    const id = findRow(rows, kind, purposeOf(endpoint, path));
    if (id === undefined) throw new Error(`no row of kind ${kind}: seed one in tests/security/twinTenants/world.ts`);
    return id;
  };
  const holdsId = (shape: Shape, path: Step[]) => positionsIn(shape, endpoint, path).length > 0;
  // A new transaction's installments have no id.
  const isSent = (key: string, child: Shape, parent: Shape, path: Step[]): boolean => {
    // A line is of a product or of a task.
    if (key === 'resourceId' && path[0] === 'body') return false;
    // Income has no nota of a supplier.
    if (key === 'fiscalDocument') return !endpoint.path.endsWith('/credit');
    // An entry is an installment or a transfer; reconciliations are undone by their keys.
    if (isOfReconciliation(endpoint) && ['transferId', 'transfer', 'acceptance'].includes(key)) return false;
    // A row of an estimate is of a composition here, and stays; a BDI has a percentage.
    if (isOfEstimates(endpoint) && (key === 'productId' || key === 'documentsTo')) return false;
    if (endpoint.path.includes('/cost-estimate') && key === 'percentage') return true;
    // A task has either of the two.
    if (key === 'name' && Object.hasOwn(parent.properties ?? {}, 'description')) return path[0] === 'body';
    // The report that the harness asks for has a period, and is of no wallet.
    if (key === 'period' && endpoint.path.includes('/report-schedules')) return true;
    if (key === 'walletId' && endpoint.path.includes('/reports/')) return false;
    if (parent.required?.includes(key)) return true;
    const isInList = path[0] === 'body' && path.at(-1) === 0 && (path.length > 2 || isOfEstimates(endpoint));
    // A preview changes rows that are there.
    const makes = endpoint.method === 'POST' && !endpoint.path.endsWith('/schedule/preview');
    // The lines of a composition stay those that they are; another call names them afterwards.
    const keeps = endpoint.path.endsWith('/detail') && path.includes('items');
    if (makes && isInList && key === 'id' && !keeps) return false;
    // A line of an amendment is a new one, and has a price.
    if (endpoint.path.includes('/amendments') && isInList && (key === 'id' || key === 'unitPrice'))
      return key === 'unitPrice';
    if (path[0] === 'body' && isMeant(key, branches(child)[0])) return true;
    return path[0] === 'body' && holdsId(child, [...path, key]);
  };
  const versionAt = (path: Step[]): number => {
    if (path.includes('items')) return STALE_VERSION;
    if (['products', 'survivor', 'merged'].some((name) => path.includes(name)))
      return versionOf(idAt([...path.slice(0, -1), 'id']));
    // Of the list of a company, which has no row of its own.
    if (endpoint.path.endsWith('/order-limits')) return 1;
    const subject = path[0] === 'body' && holdsTopId(endpoint) ? ['body', 'id'] : ['params', 'id'];
    return versionOf(idAt(subject));
  };
  const sample = (shape: Shape, path: Step[]): unknown => {
    const name = String(path.at(-1));
    const [first = {}] = branches(shape);
    if (name === 'version') return versionAt(path);
    if (name === 'month' && endpoint.path.includes('/month-closings/')) return closingMonth(endpoint.path);
    if (name === 'columns' && endpoint.path.endsWith('/print')) return [{ title: 'Nome', kind: 'TEXT' }];
    if (name === 'columns') return columnsOf(endpoint.path);
    if (name === 'period' && endpoint.path.includes('/report-schedules')) return 'PREVIOUS_WEEK';
    if (name === 'address' && endpoint.path.endsWith('/saved-views')) return 'search=areia';
    if (isMeant(name, first)) return MEANT[name];
    if (name === 'paymentCode' || endpoint.path.endsWith('/payment-codes/read')) {
      if (first.type === 'string') return BOLETO;
    }
    if (first.properties) {
      const entries = Object.entries(first.properties).filter(([key, child]) => isSent(key, child, first, path));
      return Object.fromEntries(entries.map(([key, child]) => [key, sample(child, [...path, key])]));
    }
    if (first.items) return [sample(first.items, [...path, 0])];
    // A matrix without cells.
    if (first.patternProperties) return {};
    if (name === 'ids' && path.at(-1) !== 0 && first.type === 'string') return String(idAt(path));
    if (first.type === 'integer') return PLAIN_NUMBERS.has(nameAt(path)) ? 1 : idAt(path);
    return sampleText(first, branches(shape), path, purposeOf(endpoint, path).side);
  };
  return {
    params: sample(endpoint.params, ['params']) as Draft['params'],
    query: sample(endpoint.query, ['query']) as Draft['query'],
    body: bodyOf(endpoint, () => sample(endpoint.body, ['body'])),
  };
};

const holdsTopId = ({ body }: Endpoint): boolean => Object.hasOwn((body as Shape).properties ?? {}, 'id');

const bodyOf = ({ body, bodyKind }: Endpoint, sample: () => unknown): unknown => {
  // `send` builds the file, the same for every role.
  return bodyKind === 'multipart' || (body as Shape).type === undefined ? undefined : sample();
};

/** Bulk commands send an outdated version, so that transactions stay unchanged for other requests. */
export const STALE_VERSION = 999;

let serial = 0;

const sampleText = (shape: Shape, all: Shape[], path: Step[], side: string): unknown => {
  const name = String(path.at(-1));
  if (shape.pattern === MONTH_PATTERN) return '2026-11';
  const words = all.map((branch) => branch.const).filter((word) => word !== undefined);
  const fitting = words.find((word) => word === side || word === (side === 'DEBIT' ? 'SUPPLIER' : 'CUSTOMER'));
  if (words.length > 0) return fitting ?? words[0];
  if (shape.type === 'boolean') return true;
  if (shape.format === 'date') return DAYS[name] ?? '2026-11-28';
  if (shape.format === 'decimal') return '10.00';
  // Values in addresses are constant, so that responses can be compared.
  if (path[0] !== 'body') return 'nome';
  serial += 1;
  if (name === 'code') return `N-${serial}`;
  if (name === 'login') return `nova${serial}@exemplo.com.br`;
  return `Nome ${serial}`.slice(0, shape.maxLength);
};

/** Text for an address; a lone surrogate cannot be encoded there. */
const addressText = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).replace(/\p{Surrogate}/gu, '\ufffd');

const fileOf = (path: string): ReturnType<typeof photo> => {
  if (path.endsWith('/photos') || path.includes('/deliveries/')) return photo();
  if (path.endsWith('/project-file')) return projectFile();
  if (path.endsWith('/client-workbook')) return workbook();
  if (path.endsWith('/order-invoice')) return invoice();
  if (path.endsWith('/payment-codes/documents')) return photo();
  if (path.endsWith('/bank-statements/files')) return bankStatement();
  if (path.endsWith('/fiscal-documents')) return invoice();
  return multipart('arquivo', /\/(resources|tasks)$/.exec(path)?.[1]);
};

/** Sends a draft with a token. */
export const send = (
  { api }: TestServices,
  { method, path, bodyKind }: Endpoint,
  { params, query, body, unreadable }: Draft,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(addressText(params[name])));
  const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, addressText(value)]));
  const call: Call = { query: texts, headers, ...(token ? { token } : {}) };
  if (bodyKind === 'multipart') {
    const { body: content, headers: type } = unreadable ? multipart('x') : fileOf(path);
    return api.call(method, url, { ...call, body: content, headers: { ...type, ...headers } });
  }
  if (path.endsWith('/invoice-delivery')) {
    const { body: content, headers: type } = invoice(body);
    return api.call(method, url, { ...call, body: content, headers: { ...type, ...headers } });
  }
  if (bodyKind === 'form') {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const text = new URLSearchParams(body as Record<string, string>).toString();
    return api.call(method, url, { ...call, body: text, headers: { ...type, ...headers } });
  }
  return api.call(method, url, body === undefined ? call : { ...call, body });
};

/** Converts a route to a target. */
export const routeTarget = (services: TestServices, { key, endpoint }: Route): Target => ({
  key,
  positions: positionsOf(endpoint),
  purposeOf: (path) => purposeOf(endpoint, path),
  draft: (rows, versionOf) => draftOf(endpoint, rows, versionOf),
  send: (draft, token) => send(services, endpoint, draft, token),
});
