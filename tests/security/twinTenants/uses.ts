import type { Endpoint } from '#schema/platform/endpoint.ts';
import type { Step } from './target.ts';

/** Which row of a measured cost estimate a call takes. */
export const measuredUse = (method: string, path: string, at: Step[]): string | undefined => {
  if (!path.includes('/measurement') || at[0] === 'query') return undefined;
  const name = String(at.includes('lines') && at[0] === 'body' ? 'lines' : at.at(-1));
  if (name === 'lines' || name === 'rowId' || (at[0] === 'params' && name === 'id')) return 'measured';
  if (at.includes('partner')) return method === 'PUT' ? 'contractor' : 'new';
  if (method === 'DELETE' && path.endsWith(`:${name}`)) return 'spare';
  return path.endsWith(':contractId/measurements') ? 'begun' : undefined;
};

/** Which order, or line of one, a call takes. */
export const orderUse = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, at: Step[]): string | undefined => {
  if (!/\/order(\/|$)/.test(path)) return undefined;
  if (path.includes('/attachments') && at.at(-1) !== 'companyId')
    return method === 'DELETE' && at.at(-1) === 'attachmentId' ? 'spare' : 'photographed';
  const ofReturns = path.endsWith('/returns') ? 'returnable' : path.includes('/returns/') ? 'returned' : undefined;
  if (ofReturns && ['id', 'deliveryId'].includes(String(at.at(-1)))) return ofReturns;
  const isRow = at.at(-1) === 'id' && (at.length === 2 || typeof at.at(-2) === 'number' || at.includes('line'));
  if (!isRow) return undefined;
  if (path.endsWith('/deliveries') || path.endsWith('/invoice-delivery')) return 'received';
  if (path.endsWith('/approval')) return 'waiting';
  if (path.endsWith('/invoice')) return 'delivered';
  if (path.endsWith('/proposed-date')) return 'proposed';
  if (/\/(send|link|revoke)$/.test(path)) return 'sent';
  if (method === 'DELETE') return path.includes('/deliveries/') ? 'delivered' : 'spare';
  return method === 'PUT' ? 'edited' : undefined;
};

/** Which quote, or part of one, a call takes. */
export const quoteUse = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, at: Step[]): string | undefined => {
  if (path.includes('/quote-request/')) return 'linked';
  const kind =
    /\/quote(\/|$)/.test(path) && at[0] !== 'query' ? String(at.findLast((step) => typeof step === 'string')) : '';
  if (!['id', 'lineId', 'supplierId', 'supplierIds', 'attachmentId'].includes(kind)) return undefined;
  if (path.endsWith('/awards')) return 'decided';
  if (path.endsWith('/orders')) return 'ordered';
  if (path.endsWith('/reopen')) return 'closed';
  if (path.endsWith('/send')) return 'unsent';
  if (path.endsWith('/close')) return 'idle';
  if (/\/(reminders|links)$/.test(path)) return 'asked';
  if (method === 'DELETE' && !path.includes('/attachments')) return 'spare';
  return method === 'GET' ? undefined : 'edited';
};

/** Which line, or reconciliation, a call takes. */
export const reconciliationUse = ({ path }: Pick<Endpoint, 'path'>, at: Step[]): string | undefined => {
  if (!path.includes('/bank-statements/reconciliation')) return undefined;
  if (path.endsWith('/ignored/undo') && at.includes('lines')) return 'ignored';
  return path.endsWith('/ignored') && at.includes('lines') ? 'unanswered' : undefined;
};

/** Which model a call takes. */
export const modelUse = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, at: Step[]): string | undefined => {
  if (!path.includes('/transaction-models') || at.at(-1) !== 'id') return undefined;
  if (path.endsWith('/adjustments')) return 'adjusted';
  if (method === 'DELETE') return 'spare';
  return method === 'PUT' && (at.length === 2 || at.includes('params')) ? 'edited' : undefined;
};

/** Which statement a call takes. */
export const statementUse = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, at: Step[]): string | undefined => {
  if (!path.includes('/bank-statements/files/:id') || at.at(-1) !== 'id' || at[0] !== 'params') return undefined;
  if (path.endsWith('/import')) return 'brought';
  if (path.endsWith('/undo')) return 'imported';
  if (method === 'DELETE') return 'spare';
  return method === 'PUT' ? 'routed' : undefined;
};

/** Which exception from a closed month, or document of one, a call takes. */
export const closingUse = ({ path }: Pick<Endpoint, 'path'>, at: Step[]): string | undefined => {
  if (path.endsWith('/exceptions/:id/end') && at.at(-1) === 'id') return 'ended';
  return path.endsWith('/:month/exceptions') && at.at(-1) === 'transactionId' ? 'closed' : undefined;
};

/** The month of a call on closed months, by its path or the name of its root field: a closed one, or the next. */
export const closingMonth = (call: string): string =>
  /\/(close|reopen)$|^(close|reopen)Month$/.test(call) ? '2026-01' : '2025-12';
