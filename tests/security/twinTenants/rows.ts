/** Kinds of rows that an id in a request can name. */
export type Kind =
  | 'account'
  | 'company'
  | 'building'
  | 'stage'
  | 'category'
  | 'partner'
  | 'wallet'
  | 'transfer'
  | 'transaction'
  | 'deletedTransaction'
  | 'installment'
  | 'apportionment'
  | 'attachment'
  | 'comment'
  | 'message'
  | 'user'
  | 'session'
  | 'brand'
  | 'unit'
  | 'productType'
  | 'productTable'
  | 'productGroup'
  // A group without products, which others may be put into.
  | 'parentGroup'
  | 'job'
  | 'import'
  // What an import of a register wrote, by the register's entity.
  | 'registerImport'
  | 'product'
  | 'productPair'
  | 'productMerge'
  | 'task'
  | 'taskItem'
  | 'costEstimate'
  // A row of an estimate that is no stage.
  | 'estimateRow'
  | 'estimateBdi'
  | 'estimateResource'
  | 'estimateItem'
  | 'amendment'
  | 'dayOff'
  | 'scheduleItem'
  | 'scheduleLink'
  | 'measurementContract'
  | 'measurement'
  | 'measurementPhoto'
  | 'retentionRelease'
  | 'scheduleBaseline'
  | 'order'
  | 'orderLine'
  | 'orderDelivery'
  | 'orderFile'
  | 'orderReturn'
  | 'quote'
  | 'quoteLine'
  | 'quoteSupplier'
  | 'quoteFile'
  | 'statementFile'
  | 'fiscalDocument'
  | 'bankLine'
  | 'bankReconciliation'
  | 'transactionModel'
  | 'modelBatch'
  | 'modelAdjustment'
  | 'statementNote'
  | 'retentionRule'
  | 'monthException'
  | 'accountantFolder'
  | 'savedReport'
  | 'savedView'
  | 'reportFile'
  | 'reportSchedule'
  | 'personalExport'
  | 'anonymisation'
  | 'organization'
  | 'permissionTemplate'
  | 'apiToken'
  | 'webhook'
  | 'webhookDelivery'
  | 'passkey';

export type Side = 'DEBIT' | 'CREDIT';

/** Use of a row by a request. Nothing refers to `spare` rows, so they can be deleted. */
export interface Purpose {
  side: Side;
  use: string;
}

/**
 * Ids of one account by kind and, where needed, type and use: 'wallet', 'wallet/spare', 'transaction/DEBIT',
 * 'installment/DEBIT/paid'.
 */
export type Rows = Map<string, number>;

/** The best match; undefined if the account has none of the kind. */
export const findRow = (rows: Rows, kind: Kind, { side, use }: Purpose): number | undefined =>
  [`${kind}/${side}/${use}`, `${kind}/${use}`, `${kind}/${side}`, kind]
    .map((key) => rows.get(key))
    .find((id) => id !== undefined);

/** Names of ids in addresses, queries, bodies and GraphQL → kind of row. Plurals match too. */
const NAMES: Record<string, Kind> = {
  account: 'account',
  company: 'company',
  companies: 'company',
  building: 'building',
  stage: 'stage',
  withinStage: 'stage',
  group: 'stage',
  costEstimateGroup: 'stage',
  fromStage: 'stage',
  fromStageId: 'stage',
  toStage: 'stage',
  toStageId: 'stage',
  category: 'category',
  partner: 'partner',
  customer: 'partner',
  supplier: 'partner',
  'partner-balances': 'partner',
  bank: 'wallet',
  wallet: 'wallet',
  sourceWallet: 'wallet',
  targetWallet: 'wallet',
  expectedBank: 'wallet',
  expectedWallet: 'wallet',
  'wallets-summary': 'wallet',
  transfer: 'transfer',
  debit: 'transaction',
  credit: 'transaction',
  transaction: 'transaction',
  deleted: 'deletedTransaction',
  deletedTransaction: 'deletedTransaction',
  restoreTransaction: 'deletedTransaction',
  except: 'transaction',
  installment: 'installment',
  transactionRecordList: 'installment',
  'transaction-record': 'installment',
  apportionment: 'apportionment',
  transactionRecordBuildings: 'apportionment',
  attachment: 'attachment',
  comment: 'comment',
  transactionComment: 'comment',
  message: 'message',
  assistantMessage: 'message',
  ack: 'message',
  broadcast: 'message',
  user: 'user',
  session: 'session',
  emergencyUser: 'user',
  responsible: 'user',
  serviceAccount: 'user',
  organization: 'organization',
  organizationGroup: 'organization',
  provisioningToken: 'organization',
  template: 'permissionTemplate',
  permissionTemplate: 'permissionTemplate',
  'permission-template': 'permissionTemplate',
  webhook: 'webhook',
  webhookDelivery: 'webhookDelivery',
  apiToken: 'apiToken',
  'api-token': 'apiToken',
  passkey: 'passkey',
  brand: 'brand',
  unit: 'unit',
  productType: 'productType',
  'product-type': 'productType',
  productGroup: 'productGroup',
  'product-group': 'productGroup',
  parent: 'parentGroup',
  productTable: 'productTable',
  'product-table': 'productTable',
  job: 'job',
  import: 'import',
  costDatabase: 'productTable',
  'cost-database': 'productTable',
  resource: 'product',
  task: 'task',
  items: 'taskItem',
  costEstimate: 'costEstimate',
  'cost-estimate': 'costEstimate',
  duplicateFrom: 'costEstimate',
  bdi: 'estimateBdi',
  amendment: 'amendment',
  costEstimateItem: 'estimateRow',
  dayOff: 'dayOff',
  daysOff: 'dayOff',
  scheduleItem: 'scheduleItem',
  links: 'scheduleLink',
  baseline: 'scheduleBaseline',
  scheduleBaseline: 'scheduleBaseline',
  otherBaseline: 'scheduleBaseline',
  from: 'scheduleItem',
  to: 'scheduleItem',
  contract: 'measurementContract',
  measurement: 'measurement',
  photo: 'measurementPhoto',
  release: 'retentionRelease',
  row: 'estimateRow',
  lines: 'estimateRow',
  order: 'order',
  quote: 'quote',
  file: 'statementFile',
  fiscalDocument: 'fiscalDocument',
  'fiscal-document': 'fiscalDocument',
  fiscalReading: 'fiscalDocument',
  model: 'transactionModel',
  transactionModel: 'transactionModel',
  'transaction-model': 'transactionModel',
  batch: 'modelBatch',
  batches: 'modelBatch',
  adjustment: 'modelAdjustment',
  modelAdjustment: 'modelAdjustment',
  last: 'transaction',
  note: 'statementNote',
  statementNote: 'statementNote',
  retentionRule: 'retentionRule',
  'retention-rule': 'retentionRule',
  exception: 'monthException',
  monthException: 'monthException',
  folder: 'accountantFolder',
  accountantFolder: 'accountantFolder',
  savedReport: 'savedReport',
  'saved-report': 'savedReport',
  savedView: 'savedView',
  'saved-view': 'savedView',
  reportFile: 'reportFile',
  'report-file': 'reportFile',
  'report-schedule': 'reportSchedule',
  reportSchedule: 'reportSchedule',
  exports: 'personalExport',
  anonymisations: 'anonymisation',
  anonymisation: 'anonymisation',
  requirementLineList: 'orderLine',
  line: 'orderLine',
  delivery: 'orderDelivery',
  return: 'orderReturn',
  buyer: 'user',
  purchaseUnit: 'unit',
  product: 'product',
  'product-figures': 'product',
  productPriceHistory: 'product',
  productUsage: 'product',
  survivor: 'product',
  merged: 'product',
  mergeSurvivor: 'product',
  mergeUser: 'user',
  productPair: 'productPair',
  'product-pair': 'productPair',
  productMerge: 'productMerge',
  'product-merge': 'productMerge',
};

/** Kind of row for a name: "bank", "companyId", "attachments", "targetWalletId". */
export const kindNamed = (name: string): Kind | undefined => {
  const bare = name.replace(/Ids?$/, '');
  return NAMES[bare] ?? NAMES[bare.replace(/s$/, '')];
};

/** Names that mean another row in the calls of cost estimates. */
const NAMES_OF_ESTIMATES: Record<string, Kind> = {
  parentId: 'stage',
  documentsTo: 'stage',
  resourceId: 'estimateResource',
  details: 'estimateRow',
  items: 'estimateItem',
  keptResources: 'estimateResource',
  database: 'productTable',
  databaseId: 'productTable',
};
export const kindInEstimates = (name: string): Kind | undefined => NAMES_OF_ESTIMATES[name] ?? kindNamed(name);

/** Names that mean another row in the calls of schedules. */
export const kindInSchedules = (name: string): Kind | undefined =>
  name === 'items' ? 'scheduleItem' : kindNamed(name);

/** Names that mean another row in the calls of orders. */
export const kindInOrders = (name: string): Kind | undefined =>
  name === 'attachmentId' ? 'orderFile' : kindNamed(name);

/** Names that mean another row in the calls of quotes. */
const NAMES_OF_QUOTES: Record<string, Kind> = {
  lineId: 'quoteLine',
  lines: 'quoteLine',
  supplierId: 'quoteSupplier',
  supplierIds: 'quoteSupplier',
  attachmentId: 'quoteFile',
};
export const kindInQuotes = (name: string): Kind | undefined => NAMES_OF_QUOTES[name] ?? kindNamed(name);

/** Names that mean another row in the calls of reconciliation. */
const NAMES_OF_RECONCILIATION: Record<string, Kind> = {
  ids: 'bankReconciliation',
  lines: 'bankLine',
  line: 'bankLine',
  lineId: 'bankLine',
};
export const kindInReconciliation = (name: string): Kind | undefined =>
  NAMES_OF_RECONCILIATION[name] ?? kindNamed(name);

/** Integers of the contract that are no ids. `kindNamed` must know every other integer. */
export const PLAIN_NUMBERS = new Set([
  'dueDay',
  'page',
  'size',
  'version',
  'installmentCount',
  'maxParts',
  'minutes',
  'accessMonths',
  'messageMonths',
  'confirmedCount',
  'productCount',
  'leadTimeDays',
  'position',
  // Of revisions.
  'number',
  'first',
  'second',
  'level',
  'line',
  'defaultBdiIndex',
  'headerRow',
  'width',
  'duration',
  'lag',
  'year',
  'paymentDays',
  // Of amendments.
  'days',
  'payAfterDay',
  'deliveryDays',
  'revision',
  // Of a statement.
  'accountPosition',
  // Of suggestions.
  'minimum',
  'score',
  // Of the recurrence of a model, and its version beside its id.
  'day',
  'weekday',
  'monthDay',
  'month',
  'modelVersion',
  // Of the daily letter.
  'digestHour',
]);

export const unknownId = (where: string, name: string): Error =>
  new Error(
    `${where}: which row does "${name}" name? Add the name to tests/security/twinTenants/rows.ts (and seed such rows in ` +
      'world.ts), so that the harness can try the other account’s there.',
  );
