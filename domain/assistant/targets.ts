/**
 * Screens that a broadcast may lead to (§2: known routes only): the client's addresses behind the login.
 * `tests/assistant/targets.test.ts` compares them with `web/session/routes.ts`, which no service may import.
 */
const FORMS = '/home/forms';
const REGISTERS = ['supplier', 'customer', 'product', 'product-brand', 'product-unit', 'product-type'];
const CATALOGUES = ['product-groups', 'product-table'];

export const TARGETS: readonly string[] = [
  ...['/home', '/home/dashboard', '/home/dashboard/index', '/home/welcome', '/home/first-access', '/home/account'],
  ...['/home/tutorials', '/reports'],
  ...[
    'outcome',
    'outcome/import',
    'debit-installments',
    'income',
    'credit-installments',
    'retentions',
    'bank',
    'ofx-files',
    'ofx-files/import',
    'transaction-models',
    'transaction-models/new-model',
    'transaction-models/:modelId/edit-model',
    'cashflow',
    'financial-statement',
    'month-closing',
    'costbreakdown',
    'category',
    'category/import',
  ].map((path) => `${FORMS}/transactions/${path}`),
  ...['orders-and-receipts', 'quotes', 'purchase-overview', 'purchase-overview-appropriate'].map(
    (path) => `${FORMS}/purchase/${path}`,
  ),
  ...['building', 'cost-estimate', 'schedule', 'measurements', 'appropriate-overview'].map(
    (path) => `${FORMS}/engineering/${path}`,
  ),
  `${FORMS}/task`,
  ...[...REGISTERS, ...CATALOGUES].flatMap((path) => [`${FORMS}/${path}`, `${FORMS}/${path}/import`]),
  ...['company', 'user', 'privacy', 'sso', 'integrations'].map((path) => `${FORMS}/settings/${path}`),
];

const fits = (pattern: string, path: string): boolean => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  );
};

/** Whether an address is one of a known screen; its query string is not looked at (§2). */
export const isTarget = (address: string): boolean => {
  const path = address.split(/[?#]/)[0]?.replace(/(?<=.)\/+$/, '') ?? '';
  return TARGETS.some((pattern) => fits(pattern, path));
};
