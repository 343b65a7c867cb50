import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isEmail, normalizeEmail } from '#domain/email.ts';
import { COMMON_PASSWORDS } from '#domain/commonPasswords.ts';
import { passwordProblem } from '#domain/passwords.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { accountEndpoints, type NewAccount } from '#schema/security/accounts.rest.ts';
import { STANDARD_CATEGORIES } from '../financial/categories/standard.ts';
import { insertStandardCatalogue } from '../purchase/standardCatalogue.ts';
import { STANDARD_UNITS } from '../purchase/standardUnits.ts';
import { companyStore } from '../financial/companies/store.ts';
import { partnerStore } from '../financial/partners/store.ts';
import { invalid, ServiceError, type FieldError } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { answered, implementPublic } from '../platform/http/route.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';
import { requireAllowance, takeAllowance } from '../platform/allowances.ts';
import { inAtLeast } from './evenTime.ts';
import { queueMail } from './mail/queue.ts';
import { hashPassword } from './passwords.ts';

/** Maximum sign-ups per client address, and mails per login. */
const REQUESTS = { times: 10, seconds: 60 * 60 };
const MAILS = { times: 3, seconds: 60 * 60 };
/** Minimum response time in milliseconds. */
const LEAST = 400;

const ASKED = 'Enviamos um e-mail com o link para ativar a sua conta.';

/** Reads one part of the body; returns its field errors with paths in the whole body. */
const within = <Columns>(part: string, read: () => Columns): { columns?: Columns; problems: FieldError[] } => {
  try {
    return { columns: read(), problems: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { problems: error.fields.map(({ path, message }) => ({ path: `${part}.${path}`, message })) };
  }
};

/** Converts a body to columns. @throws ServiceError 400 with all invalid fields */
const columnsOf = ({ user, company, customerAssociate }: NewAccount) => {
  const login = normalizeEmail(user.login);
  const own = { login, name: normalizeSpaces(user.name) };
  const passwordFault = user.password
    ? passwordProblem(user.password, { login, company: company.name }, COMMON_PASSWORDS)
    : null;
  const firstCompany = within('company', () => companyStore.columns(company));
  const customer = customerAssociate
    ? within('customerAssociate', () => partnerStore.columns({ ...customerAssociate, type: 'CUSTOMER' }))
    : null;
  const problems = [
    ...(isEmail(login) ? [] : [{ path: 'user.login', message: 'Informe um e-mail válido.' }]),
    ...(passwordFault ? [{ path: 'user.password', message: passwordFault }] : []),
    ...firstCompany.problems,
    ...(customer?.problems ?? []),
  ];
  if (problems.length > 0 || !firstCompany.columns) throw invalid(problems);
  return { user: own, company: firstCompany.columns, customer: customer?.columns ?? null };
};
type Columns = ReturnType<typeof columnsOf>;

interface Keys {
  accountId: number;
  userId: number;
}

/** Reserves the ids of a new account; returns null when another user has confirmed the login. */
const reserve = async ({ database, clock }: Platform, login: string, requestId: string): Promise<Keys | null> => {
  const { rows } = await sql<{ account_id: number | null; user_id: number | null }>`
    select * from reserve_account(${login}, ${clock.now()}, ${requestId})`.execute(database.kysely);
  const { account_id: accountId, user_id: userId } = rows[0] ?? {};
  return accountId && userId ? { accountId, userId } : null;
};

/** Stores a new account: its user, a company, optionally a customer, and the standard categories, units, product types and cost database. */
const store = async (
  trx: Trx,
  work: Work,
  { user, company, customer }: Columns,
  hash: string | null,
): Promise<void> => {
  const { accountId, userId } = work.session;
  const now = work.clock.now();
  // Explicit ids: they were reserved before the account whose rows this SQL transaction writes existed.
  await sql`insert into accounts (id, name, created_at, activated_at) overriding system value
    values (${accountId}, ${company.name}, ${now}, null)`.execute(trx);
  await sql`insert into users (account_id, id, login, name, signup_hash, admin, created_at) overriding system value
    values (${accountId}, ${userId}, ${user.login}, ${user.name}, ${hash}, true, ${now})`.execute(trx);
  await companyStore.rows.create(trx, work, company);
  if (customer) await partnerStore.rows.create(trx, work, customer);
  const categories = (['CREDIT', 'DEBIT'] as const).flatMap((type) =>
    STANDARD_CATEGORIES[type].map(([name, line]) => ({ account_id: accountId, type, name, statement_line: line })),
  );
  await trx.insertInto('categories').values(categories).execute();
  const units = STANDARD_UNITS.map(([acronyms, description]) => ({ account_id: accountId, acronyms, description }));
  await trx.insertInto('units').values(units).execute();
  await insertStandardCatalogue(trx, accountId);
  await queueMail(trx, work, userId, 'ACTIVATION');
  work.audit({ action: 'openAccount', entity: 'account', entityId: accountId });
};

/**
 * Registers the sign-up (§7): public; the account opens when the user follows the mailed link and enters the password.
 */
export const accounts = async (app: FastifyInstance): Promise<void> => {
  const { platform } = app;

  const open = async (body: NewAccount, requestId: string): Promise<void> => {
    const columns = columnsOf(body);
    const { login } = columns.user;
    // Above the login's limit, sends no mail without an error: the response is the same for every address.
    if ((await takeAllowance(platform, 'account:login', login, MAILS)) !== null) return;
    const hash = body.user.password ? await hashPassword(body.user.password) : null;
    const keys = await reserve(platform, login, requestId);
    if (!keys) return;
    await platform.command(keys, { route: 'POST /api/v1/security/accounts', requestId }, (trx, work) =>
      store(trx, work, columns, hash),
    );
  };

  implementPublic(app, accountEndpoints.create, async ({ body, request }) => {
    await requireAllowance(platform, 'account:address', request.ip, REQUESTS);
    await inAtLeast(LEAST, () => open(body, request.id));
    return answered(null, ASKED);
  });
};
