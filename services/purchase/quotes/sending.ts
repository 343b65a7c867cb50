import { sql } from 'kysely';
import type { Quote } from '#schema/purchase/quotes/quotes.rest.ts';
import { notFound } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY } from './access.ts';
import { holdQuote } from './hold.ts';
import { makeLink } from './links.ts';
import { queueQuoteMails } from './mails.ts';
import { readQuote, type StoredQuote, type StoredSupplier } from './read.ts';
import { requireOpen, type Buyer } from './save.ts';
import { touchQuote } from './store.ts';

/** Least time between two reminders of a supplier. */
const BETWEEN_REMINDERS = 60 * 60 * 1000;

const SUPPLIER_MISSING = 'Fornecedor não encontrado nesta cotação.';
const mayAnswer = ({ state }: StoredSupplier): boolean => ['UNOPENED', 'OPENED', 'FILLING'].includes(state);

/** What a request needs before somebody is asked. */
const checkReady = ({ lines, deadline, suppliers }: StoredQuote, now: Date, problems: Problems): void => {
  if (lines.length === 0) problems.rule('lines', 'Inclua o que cotar.');
  if (deadline === null) problems.rule('deadline', 'Informe até quando respondem.');
  else if (new Date(deadline) <= now) problems.rule('deadline', 'O prazo já passou: escolha outro.');
  if (suppliers.length === 0) problems.rule('suppliers', 'Escolha de quem cotar.');
};

/** Suppliers that a call names, with the path of each; undefined names none. */
const namedSuppliers = (
  { suppliers }: StoredQuote,
  ids: readonly number[] | undefined,
  problems: Problems,
): { supplier: StoredSupplier; path: string }[] | undefined =>
  ids?.flatMap((id, index) => {
    const path = `supplierIds.${index}`;
    const supplier = suppliers.find((one) => one.id === id);
    if (!supplier) problems.rule(path, SUPPLIER_MISSING);
    if (ids.indexOf(id) !== index) problems.rule(path, 'Este fornecedor já está na lista.');
    return supplier ? [{ supplier, path }] : [];
  });

/** They were asked now, unless before; whoever lost access has it again, by new links alone. */
export const markAsked = async (trx: Trx, work: Work, quote: StoredQuote, ids: readonly number[]): Promise<void> => {
  const { accountId } = work.session;
  const now = work.clock.now();
  await sql`
    delete from quote_links l using quote_suppliers s
     where s.account_id = ${accountId} and s.id = any(${[...ids]}::bigint[]) and s.revoked_at is not null
       and l.account_id = s.account_id and l.supplier_id = s.id`.execute(trx);
  await sql`
    update quote_suppliers set sent_at = coalesce(sent_at, ${now}), revoked_at = null
     where account_id = ${accountId} and quote_id = ${quote.id} and id = any(${[...ids]}::bigint[])`.execute(trx);
  if (quote.sentAt === null) await touchQuote(trx, work, quote.id, { sent_at: now });
};

/** Whom `sendQuote` mails: who was not asked yet, or who is named. */
const recipients = (quote: StoredQuote, ids: readonly number[] | undefined, problems: Problems): StoredSupplier[] => {
  const named = namedSuppliers(quote, ids, problems);
  if (!named) return quote.suppliers.filter(({ state, email }) => state === 'CHOSEN' && email !== null);
  for (const { supplier, path } of named) {
    const { partner, state, email } = supplier;
    if (email === null) problems.rule(path, `${partner.name} não tem e-mail: copie o link.`);
    if (state === 'ANSWERED' || state === 'DECLINED') problems.rule(path, `${partner.name} já respondeu.`);
  }
  return named.map(({ supplier }) => supplier);
};

/** Mails the request. @throws ServiceError 404, 409, 422 */
export const sendQuote = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, version, supplierIds }: { id: number; version: number | undefined; supplierIds: readonly number[] | undefined },
): Promise<Quote> => {
  const now = work.clock.now();
  const quote = await holdQuote(trx, session, { companyId, id, version }, now);
  requireOpen(quote);
  const problems = new Problems();
  checkReady(quote, now, problems);
  const asked = recipients(quote, supplierIds, problems);
  if (problems.isEmpty && asked.length === 0)
    problems.rule('suppliers', 'Não há a quem enviar: todos já receberam, ou estão sem e-mail.');
  problems.refuse();
  const ids = asked.map((supplier) => supplier.id);
  await markAsked(trx, work, quote, ids);
  await queueQuoteMails(trx, session.accountId, { supplierIds: ids, kind: 'QUOTE_REQUEST' }, now);
  work.audit({ action: 'send', entity: ENTITY, entityId: id, details: { suppliers: ids } });
  return readQuote(trx, session, { companyId, id }, now);
};

/** Mails who may still answer, once an hour at most. @throws ServiceError 404, 422 */
export const remindSuppliers = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, supplierIds }: { id: number; supplierIds: readonly number[] | undefined },
): Promise<Quote> => {
  const now = work.clock.now();
  const quote = await holdQuote(trx, session, { companyId, id }, now);
  requireOpen(quote);
  const problems = new Problems();
  if (quote.deadline !== null && new Date(quote.deadline) <= now)
    problems.rule('deadline', 'O prazo já passou: escolha outro.');
  const isSoon = ({ remindedAt }: StoredSupplier) =>
    remindedAt !== null && now.getTime() - new Date(remindedAt).getTime() < BETWEEN_REMINDERS;
  const named = namedSuppliers(quote, supplierIds, problems);
  for (const { supplier, path } of named ?? []) {
    const { partner, email } = supplier;
    if (!mayAnswer(supplier)) problems.rule(path, `${partner.name} não tem o que responder.`);
    else if (email === null) problems.rule(path, `${partner.name} não tem e-mail: copie o link.`);
    else if (isSoon(supplier)) problems.rule(path, `${partner.name} foi lembrado há menos de uma hora.`);
  }
  const reached = (named?.map(({ supplier }) => supplier) ?? quote.suppliers).filter(
    (supplier) => mayAnswer(supplier) && supplier.email !== null && !isSoon(supplier),
  );
  if (problems.isEmpty && reached.length === 0)
    problems.rule(
      'suppliers',
      'Não há a quem lembrar: quem falta foi lembrado há menos de uma hora, ou está sem e-mail.',
    );
  problems.refuse();
  const ids = reached.map((supplier) => supplier.id);
  await sql`update quote_suppliers set reminded_at = ${now}
    where account_id = ${session.accountId} and quote_id = ${id} and id = any(${ids}::bigint[])`.execute(trx);
  await queueQuoteMails(trx, session.accountId, { supplierIds: ids, kind: 'QUOTE_REMINDER' }, now);
  work.audit({ action: 'remind', entity: ENTITY, entityId: id, details: { suppliers: ids } });
  return readQuote(trx, session, { companyId, id }, now);
};

const supplierOf = (quote: StoredQuote, supplierId: number): StoredSupplier => {
  const supplier = quote.suppliers.find((one) => one.id === supplierId);
  if (!supplier) throw notFound(SUPPLIER_MISSING);
  return supplier;
};

interface OfSupplier {
  id: number;
  supplierId: number;
}

/** Makes a link to be sent by other means: who gets one was asked. @throws ServiceError 404, 422 */
export const makeSupplierLink = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, supplierId, publicUrl }: OfSupplier & { publicUrl: string },
): Promise<{ quote: Quote; url: string }> => {
  const now = work.clock.now();
  const quote = await holdQuote(trx, session, { companyId, id }, now);
  supplierOf(quote, supplierId);
  requireOpen(quote);
  const problems = new Problems();
  checkReady(quote, now, problems);
  problems.refuse();
  await markAsked(trx, work, quote, [supplierId]);
  const path = await makeLink(trx, session.accountId, supplierId, now);
  work.audit({ action: 'makeLink', entity: ENTITY, entityId: id, details: { supplierId } });
  return { quote: await readQuote(trx, session, { companyId, id }, now), url: `${publicUrl}${path}` };
};

/** All links of a supplier stop working; what he answered stays. @throws ServiceError 404, 422 */
export const revokeSupplier = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, supplierId }: OfSupplier,
): Promise<Quote> => {
  const now = work.clock.now();
  const quote = await holdQuote(trx, session, { companyId, id }, now);
  supplierOf(quote, supplierId);
  await sql`update quote_suppliers set revoked_at = coalesce(revoked_at, ${now})
    where account_id = ${session.accountId} and id = ${supplierId}`.execute(trx);
  work.audit({ action: 'revoke', entity: ENTITY, entityId: id, details: { supplierId } });
  return readQuote(trx, session, { companyId, id }, now);
};
