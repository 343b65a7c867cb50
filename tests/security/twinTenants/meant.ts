import { keyOf, SUPPLIER_ID } from '#tests/purchase/invoices/nfeXml.ts';
import { QUOTE_TOKEN } from './furnishQuotes.ts';

/** Values that pass the business rules, by property name; always sent. */
export const MEANT: Record<string, unknown> = {
  grossValue: '10.00',
  value: '10.00',
  amount: '10.00',
  // Of a retention: its value is that of its base.
  rate: '100',
  forecast: false,
  paymentDate: '2026-11-20',
  paymentMethod: 'PIX',
  cep: '01310-100',
  // Of a draft that the harness furnishes.
  accessKey: keyOf({ month: '2611', taxId: SUPPLIER_ID, series: '1', number: '7001' }),
  purchaseFactor: '2',
  // Imports are checked, and what else a new row needs is told in the answer.
  columns: [],
  dryRun: true,
  // An approved estimate could not be changed any more.
  approved: false,
  duration: 3,
  year: 2026,
  periodEnd: '2026-11-28',
  // The question of the import that the harness furnishes.
  withoutRejected: true,
  // Of the links to a quote and to an order that the harness furnishes.
  token: QUOTE_TOKEN,
  // A wallet without reconciled days stays so.
  through: null,
  before: null,
  // Of models that fall on a day of the month.
  day: 5,
  freight: 'CHARGED',
  unavailable: false,
  // Columns of the CSV that the harness furnishes.
  tableLayout: { bank: 'Banco', date: 1, memo: [2], amount: 3 },
  confirmedCount: 0,
  report: 'expenses-by-partner',
  // Of a schedule to users alone.
  time: '07:00',
  addresses: [],
  // Of an organization, and of an account that keeps its passwords.
  domain: 'exemplo.com.br',
  issuer: 'https://login.exemplo.com.br/meant',
  ssoOnly: false,
  claim: 'groups',
  minutes: 5,
  // Of the assistant's quiet hours.
  quietFrom: '22:00',
  quietTo: '07:00',
  digestHour: 7,
  // Of a service account: only such a user has somebody who answers for it.
  service: true,
  // Of a token of programs.
  areas: ['FINANCIAL'],
  expiresOn: '2026-12-20',
  networks: ['203.0.113.0/24'],
  // Of an open form.
  tab: 'aba-de-teste',
  // Of a webhook: an address that needs no name server.
  url: 'https://93.184.215.14/prumo',
  events: ['schedule.updated'],
  accessMonths: 12,
  messageMonths: 12,
  // The administrator's own request is taken back.
  outcome: 'CANCELLED',
  // Of the income statement.
  figure: 'CONSTRUCTION_COST',
  statementLine: 'CONSTRUCTION_COST',
  month: '2026-12',
  open: 'CONSTRUCTION_COST',
  // Of the client's workbook that the harness furnishes.
  layout: { sheet: 'Plan1', headerRow: 1, columns: { description: 'A', unit: 'B', quantity: 'C', total: 'D' } },
};

/** Columns of an import: every register has names, bills are described. */
export const columnsOf = (call: string): unknown[] => {
  if (/\/lists\/columns$|^saveListColumns$/.test(call)) return [{ id: 'partner', shown: true, width: 210 }];
  return [/\/(debit|credit)\/import$|^import(Bills|Receivables)$/.test(call) ? 'description' : 'name'];
};

/** Periods that contain the harness's transactions. */
export const DAYS: Record<string, string> = {
  from: '2026-11-01',
  startDate: '2026-11-01',
  to: '2026-12-31',
  endDate: '2026-12-31',
  // Of a document of a model.
  period: '2026-12-01',
};
