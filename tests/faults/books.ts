import { randomUUID } from 'node:crypto';
import type { SeedKit } from '#tests/support/seedKit.ts';
import { openShelf, stock } from '#tests/purchase/productKit.ts';
import { BANK_EFFECTS, BANK_HALVES, bankRound } from './bankBooks.ts';
import { FISCAL_EFFECTS, FISCAL_HALVES, fiscalRound, RECEIVER } from './fiscalBooks.ts';
import { PURCHASE_EFFECTS, PURCHASE_HALVES, purchaseRound } from './purchaseBooks.ts';
import { SITE_EFFECTS, SITE_HALVES, siteRound } from './siteBooks.ts';
import { YESTERDAY, type Make, type Office, type Write, type WriteKind } from './write.ts';

const NEXT_MONTH = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/**
 * The test adds more users than an administrator can: keeps its session reauthenticated until the token expires, and
 * removes the limit on mails.
 */
const withoutPauses = async (seed: SeedKit): Promise<void> => {
  await seed.sql('update access_tokens set reauthenticated_at = expires_at');
  await seed.sql(`create function uncounted() returns trigger language plpgsql as 'begin return null; end'`);
  await seed.sql(`create trigger uncounted before insert on allowances
    for each row when (new.bucket like 'mails:%') execute function uncounted()`);
};

/** Creates an office in an empty database. */
export const foundOffice = async (seed: SeedKit): Promise<Office> => {
  const accountId = await seed.account('Conta que não se perde');
  const companyId = await seed.company(accountId);
  await seed.sql('update companies set tax_id = $1 where id = $2', [RECEIVER, companyId]);
  const place = { accountId, companyId };
  const wallet = (identifier: string) =>
    seed.insert('wallets', { account_id: accountId, company_id: companyId, identifier, balance_date: '2026-01-01' });
  const token = await seed.tokenOf(await seed.user(accountId, { admin: true }), 30 * 24 * 60 * 60);
  await withoutPauses(seed);
  return {
    accountId,
    companyId,
    buildings: [await seed.building(place), await seed.building(place)],
    wallets: [await wallet('Itaú'), await wallet('Caixa')],
    customer: await seed.insert('partners', { account_id: accountId, type: 'CUSTOMER', name: 'Ana Prado' }),
    supplier: await seed.insert('partners', { account_id: accountId, type: 'SUPPLIER', name: 'Depósito São Jorge' }),
    product: await stock(seed, await openShelf(seed, accountId), { code: '0001', name: 'Cimento', price: '50.00' }),
    token,
  };
};

export interface Stored {
  id: number;
  version: number;
  transactionRecordList: { id: number }[];
}

const FAILURES = new Set([502, 503, 504]);
const PORTUGUESE = /serviço|indisponível|Falha|demorou|tente novamente|Tente novamente/;

/** Throws unless a failed response has a Portuguese message. */
const requireSentence = (write: Write, status: number, text: string): void => {
  if (FAILURES.has(status) && PORTUGUESE.test(text)) return;
  throw new Error(`${write.key} ${write.path}: ${status} ${text}`);
};

type Answer = { data?: unknown; errors?: { message: string; extensions: { status?: number } }[]; ok?: boolean };

/** Whether every item of a bulk command succeeded; if not, the whole command is sent again. */
const isWhole = (data: unknown): boolean => {
  const results = (data as { results?: { ok: boolean; message: string }[] } | null)?.results ?? [];
  for (const { ok, message } of results) if (!ok && !PORTUGUESE.test(message)) throw new Error(`bulk: ${message}`);
  return results.every(({ ok }) => ok);
};

const bodyOf = ({ body }: Write): string | null =>
  typeof body === 'string' || body === null ? body : JSON.stringify(body);

/**
 * Sends one write. Returns false when it was not acknowledged: no response, or a Portuguese message that a service is
 * unavailable. Throws on any other response except success.
 */
export const send = async (address: string, token: string, write: Write): Promise<boolean> => {
  let status: number;
  let text: string;
  try {
    const response = await fetch(address + write.path, {
      method: write.method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': write.key,
        ...(write.type && { 'content-type': write.type }),
      },
      body: bodyOf(write),
    });
    [status, text] = [response.status, await response.text()];
  } catch {
    return false;
  }
  if (status !== 200) {
    requireSentence(write, status, text);
    return false;
  }
  const answer = JSON.parse(text) as Answer;
  for (const { message, extensions } of answer.errors ?? []) requireSentence(write, extensions.status ?? 500, message);
  if (answer.errors || !isWhole(answer.data)) return false;
  write.answers.push(answer.data);
  return true;
};

/** An answer as text, without the link to a supplier's page: its secret is kept nowhere, so each answer has another. */
export const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (key, value: unknown) => (key === 'url' ? undefined : value));

const json = 'application/json';
const graphql = (query: string, variables: object) => ({ path: '/graphql', type: json, body: { query, variables } });

const PAY = `mutation ($c: ID!, $t: ID!, $i: ID!, $v: Int!, $input: PaymentInput!) {
  payInstallment(companyId: $c, type: DEBIT, transactionId: $t, installmentId: $i, version: $v, input: $input) {
    transaction { id version } } }`;
const TRANSFER = `mutation ($c: ID!, $input: TransferInput!) {
  createTransfer(companyId: $c, input: $input) { transfer { id } } }`;
const USER = 'mutation ($input: UserInput!) { createUser(input: $input) { user { id login } } }';

/** An expense of three installments over two buildings. */
const expense = ({ companyId, buildings }: Office, name: string) => ({
  path: `/api/v1/financial/company/${companyId}/debit`,
  type: json,
  body: {
    documentNumber: name,
    grossValue: '100.01',
    installmentCount: 3,
    emissionDate: YESTERDAY,
    dueDate: NEXT_MONTH,
    transactionRecordBuildings: buildings.map((id, index) => ({
      building: { id },
      grossValue: index ? '50.01' : '50.00',
    })),
  },
});

const file = (name: string) => {
  const boundary = 'limite-entre-as-partes';
  const head = `Content-Disposition: form-data; name="file"; filename="${name}.txt"\r\nContent-Type: text/plain`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `--${boundary}\r\n${head}\r\n\r\nnota ${name}\r\n--${boundary}--\r\n`,
  };
};

/** Makes writes of a round, each with a key of its own. */
const maker =
  (name: string): Make =>
  (kind, call, method = 'POST') => ({
    kind,
    name,
    key: `${name}-${kind}-${randomUUID().slice(0, 8)}`,
    method,
    answers: [],
    ...call,
  });

/** Where the people of the tests write. */
export const PLACES = ['desk', 'site', 'purchasing', 'bank', 'notas'] as const;
export type Place = (typeof PLACES)[number];

/** Yields the writes of one round in order, each after the previous one was acknowledged. */
export const roundOf = (office: Office, name: string, place: Place = 'desk'): AsyncGenerator<Write> =>
  ({ desk: deskRound, site: siteRound, purchasing: purchaseRound, bank: bankRound, notas: fiscalRound })[place](
    ...([office, name, maker(name)] as const),
  );

async function* deskRound(office: Office, name: string, make: Make): AsyncGenerator<Write> {
  const { companyId: c, wallets } = office;
  const transactionsPath = `/api/v1/financial/company/${c}/debit`;
  const first = make('expense', expense(office, name));
  yield first;
  const stored = first.answers[0] as Stored;
  const installments = stored.transactionRecordList.map(({ id }) => id);
  const payment = { paymentDate: YESTERDAY, walletId: wallets[0], paymentMethod: 'PIX', increase: '0.03' };
  const paid = make(
    'payment',
    graphql(PAY, { c, t: stored.id, i: installments[0], v: stored.version, input: payment }),
  );
  yield paid;
  const { version } = (paid.answers[0] as { payInstallment: { transaction: Stored } }).payInstallment.transaction;
  const items = installments.slice(1).map((installmentId) => ({ transactionId: stored.id, installmentId, version }));
  const together = { items, paymentDate: YESTERDAY, bank: { id: wallets[1] }, paymentMethod: 'BOLETO' };
  const bulk = make('bulk', { path: `${transactionsPath}/installments/payments`, type: json, body: together });
  yield bulk;
  const input = {
    amount: '1.00',
    date: YESTERDAY,
    sourceWalletId: wallets[0],
    targetWalletId: wallets[1],
    description: name,
  };
  yield make('transfer', graphql(TRANSFER, { c, input }));
  const [now] = (bulk.answers[0] as { transactions: Stored[] }).transactions;
  const undo = `${transactionsPath}/${stored.id}/installment/${installments[0]}/payment?version=${now?.version}`;
  yield make('undo', { path: undo, type: null, body: null }, 'DELETE');
  yield make('attachment', { path: `${transactionsPath}/${stored.id}/attachments`, ...file(name) });
  const permissions = office.buildings.map((buildingId) => ({
    companyId: c,
    buildingId,
    permissions: ['DEBIT', 'CREDIT'],
  }));
  yield make('user', graphql(USER, { input: { login: `${name}@exemplo.com.br`, name, permissions } }));
}

/** SQL by kind that returns a name once for each effect of its write. */
const EFFECTS: Record<WriteKind, string> = {
  ...SITE_EFFECTS,
  ...PURCHASE_EFFECTS,
  ...BANK_EFFECTS,
  ...FISCAL_EFFECTS,
  expense: `select document_number as name from transactions t
    where (select count(*) from installments i where i.transaction_id = t.id) = 3
      and (select count(*) from apportionments a where a.transaction_id = t.id) = 2`,
  payment: `select t.document_number as name from audit_log l join transactions t on t.id = l.entity_id
    where l.action = 'pay' and l.entity = 'transaction' and l.route = 'POST /api/v1/financial/company/' || t.company_id
      || '/debit/' || t.id || '/installment/' || (l.details->>'installmentId') || '/payment'`,
  bulk: `select name from (select t.document_number as name, count(*) as parcels from installments i
    join transactions t on t.id = i.transaction_id where not i.forecast and i.payment_method = 'BOLETO' group by 1) p
    where p.parcels = 2`,
  transfer: `select description as name from transfers t
    where not exists (select from bank_links k where k.transfer_id = t.id)`,
  undo: `select t.document_number as name from audit_log l join transactions t on t.id = l.entity_id
    where l.action = 'undo' and l.entity = 'transaction'`,
  attachment: `select t.document_number as name from attachments f join transactions t on t.id = f.transaction_id
    join attachment_contents c on c.attachment_id = f.id`,
  user: `select u.name from users u where u.login like '%@exemplo.com.br' and u.login like u.name || '@%'
    and (select count(*) from user_permissions p where p.user_id = u.id) = 4
    and (select count(*) from outgoing_mail m where m.user_id = u.id) = 1`,
};

export const WRITE_KINDS: readonly string[] = Object.keys(EFFECTS);

/** SQL for rows that a partial write would leave; must return none. */
const HALVES: Record<string, string> = {
  ...SITE_HALVES,
  ...PURCHASE_HALVES,
  ...BANK_HALVES,
  ...FISCAL_HALVES,
  'documents without all of their parcelas and shares': `select t.document_number as name from transactions t
    where t.type = 'DEBIT' and not exists (select from orders o where o.transaction_id = t.id)
      and not exists (select from fiscal_documents f where f.transaction_id = t.id) and ((select count(*) from installments i where i.transaction_id = t.id) <> 3
      or (select count(*) from apportionments a where a.transaction_id = t.id) <> 2)`,
  'keys without their answer': 'select key as name from idempotency_keys where answer is null',
  'files without their content': `select f.name from attachments f
    where not exists (select from attachment_contents c where c.attachment_id = f.id)`,
  'users without their permissions or their mail': `select u.name from users u where u.login like u.name || '@%'
    and not u.admin and ((select count(*) from user_permissions p where p.user_id = u.id) <> 4
      or (select count(*) from outgoing_mail m where m.user_id = u.id) <> 1)`,
};

const tally = (names: readonly string[]): Map<string, number> => {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
};

/**
 * Compares acknowledged writes with the database. Returns one line for each difference; expect none. Requires that
 * every write sent has been acknowledged.
 */
export const differencesOf = async (seed: SeedKit, sent: readonly Write[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const [what, statement] of Object.entries(HALVES)) {
    for (const { name } of await seed.sql<{ name: string }>(statement)) problems.push(`${what}: ${name}`);
  }
  for (const [kind, statement] of Object.entries(EFFECTS)) {
    const wanted = sent.filter((write) => write.kind === kind).map(({ name }) => name);
    const found = (await seed.sql<{ name: string }>(statement)).map(({ name }) => name);
    const [due, there] = [tally(wanted), tally(found)];
    for (const name of new Set([...wanted, ...found])) {
      const [expected, times] = [due.get(name) ?? 0, there.get(name) ?? 0];
      if (expected !== times) problems.push(`${kind} ${name}: ${times} times instead of ${expected}`);
    }
  }
  for (const { key, answers } of sent) {
    if (new Set(answers.map(textOf)).size > 1) problems.push(`${key}: unequal answers`);
  }
  return problems;
};
