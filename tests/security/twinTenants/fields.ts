import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { TestGateway } from '#tests/support/gateway.ts';
import { BOLETO } from './furnish.ts';
import { undoneBy } from './furnishRegisterImports.ts';
import { columnsOf, DAYS, MEANT } from './meant.ts';
import { STALE_VERSION } from './requests.ts';
import { closingMonth } from './uses.ts';
import {
  findRow,
  kindInEstimates,
  kindInOrders,
  kindInQuotes,
  kindInReconciliation,
  kindInSchedules,
  kindNamed,
  unknownId,
  type Kind,
  type Purpose,
  type Rows,
} from './rows.ts';
import { KEYS } from './tables.ts';
import type { Draft, Position, Step, Target } from './target.ts';

/** Levels of nested objects in a selection. */
const DEPTH = 4;

interface Place {
  name: string;
  type: GraphQLInputType;
}

/** Selects all fields of a type that need no arguments, so that canaries would appear. */
const selection = (type: GraphQLOutputType, depth: number): string => {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    (field) =>
      field.args.every(({ type: argument }) => !isNonNullType(argument)) &&
      (depth > 0 || isLeafType(getNamedType(field.type))),
  );
  return `{ __typename ${fields.map((field) => `${field.name} ${selection(field.type, depth - 1)}`).join(' ')} }`;
};

/** The kind that a bare `id` argument names: for 'updateBuilding' a building, for 'removeCompanyLogo' a company. */
const subjectOf = (field: string): Kind | undefined => {
  const words = field.split(/(?=[A-Z])/);
  const phrases = words.flatMap((_, start) =>
    words.slice(start).map((_word, index, rest) => rest.slice(0, rest.length - index).join('')),
  );
  return phrases.map((words) => kindNamed(words.charAt(0).toLowerCase() + words.slice(1))).find(Boolean);
};

const RECONCILIATION = /BankLines$|BankReconciliations$|^bankDesk$|^bankCandidates$|^reconcileWalletThrough$/;

const kindAt = (field: string, path: Step[]): Kind | undefined => {
  const names = path.filter((step) => typeof step === 'string');
  const name = names.at(-1) ?? '';
  if (undoneBy(field) && name === 'importId') return 'registerImport';
  if (/CostEstimate|^costEstimate/.test(field)) {
    if (field === 'costEstimateTask' && name === 'id') return 'estimateResource';
    if (name !== 'id') return kindInEstimates(name);
    if (names.length > 2) return kindInEstimates(names.at(-2) ?? '');
  }
  if (/Quote/.test(field) && field !== 'quoteTotals' && !names.includes('filter')) {
    if (name !== 'id') return kindInQuotes(name || (names.at(-1) ?? ''));
    return names.length > 2 ? kindInQuotes(names.at(-2) ?? '') : 'quote';
  }
  if (RECONCILIATION.test(field)) return kindInReconciliation(name);
  if (/BankStatement|routeBankAccount|bankStatement/.test(field) && name === 'id') return 'statementFile';
  if (field === 'classifyInputs' && name === 'groupId') return 'productGroup';
  if (field === 'classifyCategories') return 'category';
  // The first type that is told of live.
  if (field === 'tellPresence') return 'brand';
  if (name !== 'id') return /Order/.test(field) ? kindInOrders(name) : kindNamed(name);
  const parent = names.at(-2) ?? '';
  if (field === 'returnOrderGoods') return 'order';
  if (field === 'classifyOrderLines' && parent === 'lines') return 'orderLine';
  if (/schedule/i.test(field) && names.length > 2) return kindInSchedules(parent);
  return names.length > 2 ? kindNamed(parent) : subjectOf(field);
};

const placesIn = (type: GraphQLInputType): Place[] => {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
};

const positionsIn = (field: string, { type }: Place, path: Step[]): Position[] => {
  const bare = getNullableType(type);
  if (isListType(bare)) return positionsIn(field, { name: '', type: bare.ofType as GraphQLInputType }, [...path, 0]);
  if (isInputObjectType(bare)) {
    return placesIn(bare).flatMap((place) => positionsIn(field, place, [...path, place.name]));
  }
  // A sort input's id is a field name.
  if (getNamedType(bare).name !== 'ID') return [];
  const kind = kindAt(field, path);
  if (!kind) throw unknownId(`GraphQL ${field}`, path.slice(1).join('.'));
  return [{ path, kind, list: false }];
};

/** Which row of a measured cost estimate a field takes. */
const measuredUse = (field: string, path: Step[]): string | undefined => {
  if (!/[mM]easurement|Retention/.test(field) || path.includes('filter')) return undefined;
  const name = String(path.at(-1));
  if (['costEstimateId', 'rowId'].includes(name) || path.includes('lines')) return 'measured';
  if (name === 'partnerId') return field.startsWith('update') ? 'contractor' : 'new';
  if (field === 'createMeasurement') return 'begun';
  const removed = /^deleteMeasurement(Contract)?$/.test(field) || name === 'photoId' || name === 'releaseId';
  return removed ? 'spare' : 'main';
};

/** Which order, or line of one, a field takes. */
const ORDERS: Record<string, string> = {
  updateOrder: 'edited',
  receiveOrder: 'received',
  decideOrder: 'waiting',
  undoOrderDelivery: 'delivered',
  sendOrder: 'sent',
  createOrderLink: 'sent',
  revokeOrderLinks: 'sent',
  decideOrderDate: 'proposed',
  returnOrderGoods: 'returnable',
  undoOrderReturn: 'returned',
};

/** Which quote, or part of one, a field takes. */
const QUOTES: Record<string, string> = {
  updateQuote: 'edited',
  deleteQuoteAttachment: 'edited',
  sendQuote: 'unsent',
  remindQuoteSuppliers: 'asked',
  createQuoteLink: 'asked',
  revokeQuoteSupplier: 'spare',
  awardQuote: 'decided',
  orderQuote: 'ordered',
  closeQuote: 'idle',
  reopenQuote: 'closed',
};
/** Which statement a field takes. */
const STATEMENTS: Record<string, string> = {
  mapBankStatement: 'routed',
  routeBankAccount: 'routed',
  importBankStatement: 'brought',
  undoBankStatementImport: 'imported',
  deleteBankStatementDraft: 'spare',
};
/** Which line a field takes. */
const LINES: Record<string, string> = { ignoreBankLines: 'unanswered', restoreBankLines: 'ignored' };
/** Which model a field takes. */
const MODELS: Record<string, string> = {
  updateTransactionModel: 'edited',
  pauseTransactionModel: 'edited',
  deleteTransactionModel: 'spare',
  adjustTransactionModels: 'adjusted',
};
const OF_QUOTES = ['id', 'lineId', 'supplierId', 'supplierIds', 'attachmentId'];

const purposeOf = (field: string, path: Step[]): Purpose => {
  const name = String(path.findLast((step) => typeof step === 'string'));
  if (field in QUOTES && OF_QUOTES.includes(name)) return { side: 'DEBIT', use: QUOTES[field] ?? 'main' };
  if (field === 'createMonthException' && name === 'transactionId') return { side: 'DEBIT', use: 'closed' };
  if (field === 'removeUserSecondFactor' && name === 'id') return { side: 'DEBIT', use: 'guarded' };
  if (name === 'emergencyUserId') return { side: 'DEBIT', use: 'emergency' };
  if (name === 'serviceAccountId' || (field === 'updateUser' && name === 'id'))
    return { side: 'DEBIT', use: 'service' };
  if (field === 'endMonthException' && name === 'id') return { side: 'DEBIT', use: 'ended' };
  if (field in LINES && name === 'lines') return { side: 'DEBIT', use: LINES[field] ?? 'main' };
  const modelled = field in MODELS && ['id', 'modelId'].includes(name) ? MODELS[field] : undefined;
  if (modelled) return { side: 'DEBIT', use: modelled };
  if (path.includes('fiscalDocument') && name === 'id')
    return { side: 'DEBIT', use: field === 'createTransaction' ? 'saved' : 'modelled' };
  if (field in STATEMENTS && name === 'id') return { side: 'DEBIT', use: STATEMENTS[field] ?? 'main' };
  if (field === 'deleteOrderAttachment' && name !== 'companyId')
    return { side: 'DEBIT', use: name === 'attachmentId' ? 'discarded' : 'photographed' };
  if (field in ORDERS && ['id', 'lineId', 'deliveryId'].includes(name))
    return { side: 'DEBIT', use: ORDERS[field] ?? 'main' };
  const entity = name === 'importId' ? undoneBy(field) : undefined;
  if (entity) return { side: 'DEBIT', use: entity };
  const measured = measuredUse(field, path);
  if (measured) return { side: 'DEBIT', use: measured };
  // An estimate whose prices are not those of the register, which no other call changes.
  if (/CostEstimatePrice(s|Update)$/i.test(field)) {
    if (name === 'databaseId') return { side: 'DEBIT', use: 'published' };
    if (name !== 'companyId') return { side: 'DEBIT', use: 'priced' };
  }
  // A measurement above its contract.
  if (field === 'amendCostEstimateExcess' && name !== 'companyId') return { side: 'DEBIT', use: 'excess' };
  // An approved estimate, whose amendments are not.
  if (/CostEstimateAmendment/i.test(field) && !['companyId', 'taskId'].includes(name)) {
    return { side: 'DEBIT', use: field.startsWith('delete') && name === 'amendmentId' ? 'spare' : 'amended' };
  }
  // The composition whose lines another call names is not reset before.
  if (field === 'resetCostEstimateResource' && name === 'resourceId') return { side: 'DEBIT', use: 'other' };
  // A customer.
  if (/CostEstimate$/.test(field) && name === 'customerId') return { side: 'CREDIT', use: 'main' };
  if (path.includes('links') && name === 'toId') return { side: 'DEBIT', use: 'second' };
  const isRow = name === 'id';
  if (/^(delete|invite|withdraw|leave|forget)/.test(field) && isRow) return { side: 'DEBIT', use: 'spare' };
  if (field === 'updateTransaction' && isRow) return { side: 'DEBIT', use: 'edited' };
  if (field === 'setInstallmentPaymentCode' && name === 'installmentId') return { side: 'DEBIT', use: 'coded' };
  // A row of an estimate that is the main composition, which uses the other one.
  if (field === 'saveCostEstimateDetails' && name === 'taskId' && !path.includes('items'))
    return { side: 'DEBIT', use: 'main' };
  if (name === 'taskId') return { side: 'DEBIT', use: 'child' };
  // A product does not go into itself.
  if (path.includes('merged')) return { side: 'DEBIT', use: 'merged' };
  if (name === 'purchaseUnitId') return { side: 'DEBIT', use: 'purchase' };
  if (/^undo/.test(field)) return { side: 'DEBIT', use: 'paid' };
  return { side: 'DEBIT', use: name.startsWith('target') ? 'target' : 'main' };
};

/** Arguments of the income statement that name months. */
const MONTHS = /^(from|to)$/;

let serial = 0;

const leaf = (type: GraphQLInputType, name: string): unknown => {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const words = named.getValues().map((value) => value.name);
    return words.find((word) => word === 'DEBIT' || word === 'SUPPLIER') ?? words[0];
  }
  if (name === 'text' || name === 'paymentCode') return BOLETO;
  if (name === 'accessKey') return MEANT['accessKey'];
  // Models bring documents in this month.
  if (name === 'month' && named.name === 'String') return MEANT['month'];
  if (MONTHS.test(name) && named.name === 'String') return '2026-11';
  if (['figure', 'report', 'time', 'domain', 'issuer', 'ssoOnly', 'claim', 'tab', 'url'].includes(name))
    return MEANT[name];
  if (named.name === 'Date') return DAYS[name] ?? '2026-11-20';
  if (named.name === 'Decimal') return '10.00';
  // An approved estimate could not be changed any more.
  if (named.name === 'Boolean') return name !== 'approved';
  // Of a file with one account.
  if (name === 'accountPosition') return 1;
  if (named.name === 'Int') return name === 'year' ? 2026 : 2;
  serial += 1;
  if (name === 'code') return `N-${serial}`;
  return name === 'login' ? `outra${serial}@exemplo.com.br` : `Nome ${serial}`;
};

const draftOf = (
  field: GraphQLField<unknown, unknown>,
  writes: boolean,
  rows: Rows,
  versionOf: (id: number) => number,
): Draft => {
  const idAt = (path: Step[]): number => {
    const kind = kindAt(field.name, path);
    const id = kind && findRow(rows, kind, purposeOf(field.name, path));
    if (id === undefined)
      throw new Error(`GraphQL ${field.name}: no row for ${path.join('.')} in twinTenants/world.ts`);
    return id;
  };
  const subject = field.args.find(({ name }) => name === 'id' || name === 'transactionId');
  const isSent = (place: Place, path: Step[]): boolean => {
    if (isNonNullType(place.type)) return true;
    // A purchase unit needs its factor; an import of rows is checked; one that waits is answered; a quote has a title.
    if (writes && ['purchaseFactor', 'dryRun', 'withoutRejected', 'title'].includes(place.name)) return true;
    // The wallet of a bulk payment comes with its method.
    if (field.name === 'payInstallments' && place.name === 'paymentMethod') return true;
    const isNew = /^(create|use)/.test(field.name) && place.name === 'id';
    // Only a service account has somebody who answers for it.
    if (writes && place.name === 'service') return true;
    // A line is of a product or of a task.
    if (place.name === 'resourceId') return false;
    // An expense keeps the nota that it was made of.
    if (place.name === 'fiscalDocument' && field.name === 'updateTransaction') return false;
    // The supplier is the one that is named.
    if (place.name === 'createPartner') return false;
    // An entry is an installment or a transfer; reconciliations are undone by their keys.
    if (RECONCILIATION.test(field.name) && ['transferId', 'transfer', 'acceptance'].includes(place.name)) return false;
    if (field.name === 'undoBankReconciliations' && place.name === 'ids') return true;
    // A row of an estimate is of a composition here, and stays; a BDI has a percentage.
    if (/CostEstimate/.test(field.name) && ['productId', 'documentsTo'].includes(place.name)) return false;
    if (place.name === 'percentage') return true;
    // A share of a transaction has a value; a retention that of its base.
    if (path.includes('apportionments') && place.name === 'grossValue') return true;
    if (path.includes('retentions') && place.name === 'value') return false;
    // A model falls on a day of the month, and has a value.
    if (/TransactionModel$/.test(field.name) && ['day', 'value'].includes(place.name)) return true;
    // A line of an amendment is a new one, and has a price.
    if (/CostEstimateAmendment$/.test(field.name) && path.includes('lines')) {
      if (place.name === 'rowId' || place.name === 'unitPrice') return place.name === 'unitPrice';
    }
    // Rows of an estimate are new ones; its BDIs are where it is copied.
    const isNewRow = path.includes('details') || (path.includes('bdis') && field.name !== 'updateCostEstimate');
    // The lines of a composition stay those that they are; another call names them afterwards.
    if (isNewRow && place.name === 'id' && !path.includes('items')) return false;
    // The report that the harness asks for has a period, and is of no wallet.
    if (place.name === 'period' && /ReportSchedule$/.test(field.name)) return true;
    if (place.name === 'walletId' && /Report/.test(field.name)) return false;
    return writes && !isNew && positionsIn(field.name, place, [...path, place.name]).length > 0;
  };
  const sample = (type: GraphQLInputType, path: Step[]): unknown => {
    const bare = getNullableType(type);
    const name = String(path.at(-1));
    if (['layout', 'tableLayout', 'addresses'].includes(name)) return MEANT[name];
    if (name === 'columns') return columnsOf(field.name);
    if (isListType(bare)) return [sample(bare.ofType as GraphQLInputType, [...path, 0])];
    if (isInputObjectType(bare)) return object(placesIn(bare), path);
    // All or none: an outdated one would refuse the call.
    if (name === 'version' && field.name === 'classifyCategories') return versionOf(idAt([...path.slice(0, -1), 'id']));
    if (name === 'version' && path.includes('items')) return STALE_VERSION;
    // Of a file with one account.
    if (field.name === 'routeBankAccount' && name === 'position') return 1;
    // Of the list of a company, which has no row of its own.
    if (name === 'version' && field.name === 'updateOrderLimits') return 1;
    if (name === 'version' && field.name === 'setInstallmentPaymentCode') {
      return versionOf(findRow(rows, 'transaction', { side: 'DEBIT', use: 'coded' }) ?? 0);
    }
    if (name === 'minutes' || name === 'outcome') return MEANT[name];
    if (name === 'confirmedCount') return MEANT['confirmedCount'];
    if (name === 'address' && field.name === 'saveView') return 'search=areia';
    if (name === 'month' && /Month|accountantFolder/i.test(field.name) && getNamedType(bare).name === 'String')
      return closingMonth(field.name);
    const named = ['products', 'survivor', 'merged'].some((one) => path.includes(one));
    if (name === 'version' && named) return versionOf(idAt([...path.slice(0, -1), 'id']));
    if (name === 'version' && subject) return versionOf(idAt(['body', subject.name]));
    // A query by code asks for the furnished product.
    if (!writes && name === 'code') return 'nome';
    return getNamedType(bare).name === 'ID' ? String(idAt(path)) : leaf(bare, name);
  };
  const object = (places: readonly Place[], path: Step[]) =>
    Object.fromEntries(
      places.filter((place) => isSent(place, path)).map(({ name, type }) => [name, sample(type, [...path, name])]),
    );
  const pages = field.args.some(({ name }) => name === 'size') ? { size: 2 } : {};
  return { params: {}, query: {}, body: { ...pages, ...object(field.args, ['body']) } };
};

const documentOf = (field: GraphQLField<unknown, unknown>, operation: string): string => {
  const variables = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const passed = field.args.map(({ name }) => `${name}: $${name}`);
  const [declared, given] = field.args.length > 0 ? [`(${variables.join(', ')})`, `(${passed.join(', ')})`] : ['', ''];
  return `${operation} ${declared} { ${field.name}${given} ${selection(field.type, DEPTH)} }`;
};

/** GraphQL ids are text. */
const texts = (body: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
    typeof value === 'number' && value >= KEYS.own ? String(value) : value,
  ) as Record<string, unknown>;

const fieldTarget = (gateway: TestGateway, field: GraphQLField<unknown, unknown>, operation: string): Target => {
  const query = documentOf(field, operation);
  return {
    key: `${operation} ${field.name}`,
    positions: field.args.flatMap((place) => positionsIn(field.name, place, ['body', place.name])),
    purposeOf: (path) => purposeOf(field.name, path),
    draft: (rows, versionOf) => draftOf(field, operation === 'mutation', rows, versionOf),
    send: async ({ body }, token) => {
      const { status, headers, data, errors } = await gateway.ask(query, {
        token: token ?? null,
        variables: texts(body),
      });
      const refusal = errors?.[0]?.extensions.status;
      return {
        status: typeof refusal === 'number' ? refusal : status,
        headers: { 'content-type': headers['content-type'] },
        text: JSON.stringify({ data, errors }),
      };
    },
  };
};

const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {});

/** Every root field of queries and mutations as a target. */
export const fieldTargets = (gateway: TestGateway, schema: GraphQLSchema): Target[] => [
  ...fieldsOf(schema.getQueryType()).map((field) => fieldTarget(gateway, field, 'query')),
  ...fieldsOf(schema.getMutationType()).map((field) => fieldTarget(gateway, field, 'mutation')),
];
