import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { COMPANY_ID, nfe, SUPPLIER_ID } from '#tests/purchase/invoices/nfeXml.ts';
import type { Reply, TestServices } from '#tests/support/services.ts';
import { furnishAccess } from './furnishAccess.ts';
import { CLIENT_WORKBOOK, furnishEstimates } from './furnishEstimates.ts';
import { furnishFiscal } from './furnishFiscal.ts';
import { furnishMeasurements } from './furnishMeasurements.ts';
import { furnishModels } from './furnishModels.ts';
import { furnishOrders } from './furnishOrders.ts';
import { furnishQuotes } from './furnishQuotes.ts';
import { furnishRemarks } from './furnishRemarks.ts';
import { furnishPrivacy } from './furnishPrivacy.ts';
import { furnishRegisterImports } from './furnishRegisterImports.ts';
import { furnishStatements } from './furnishStatements.ts';
import { furnishTasks } from './furnishTasks.ts';
import type { CompanyPlace, Party } from './places.ts';
import type { Rows, Side } from './rows.ts';
import { furnishOrganizations } from './furnishOrganizations.ts';

const SIDES: readonly Side[] = ['DEBIT', 'CREDIT'];

/** Files of inputs and of compositions that fit what is furnished. */
const TABLES: Readonly<Record<string, string>> = {
  resources: 'Código;Descrição;Unidade;Tipo;Preço\nN-1;Areia;u;Tipo;1,00\n',
  tasks: 'Código;Descrição;Unidade;Grupo;Tipo do item;Código do item;Quantidade\nS-1;Serviço;u;;INSUMO;nome;1\n',
};

interface Multipart {
  body: Buffer;
  headers: { 'content-type': string };
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A multipart body with one file, as a browser sends it: a table in the part of its name, else a PDF in "file". */
export const multipart = (content: string, part = 'file'): Multipart =>
  fileIn(part, Buffer.from(TABLES[part] ?? `%PDF-1.7\n${content}\n%%EOF\n`));

/** A multipart body with a picture of one pixel. */
export const photo = (): Multipart => fileIn('file', PIXEL, 'foto.png');

/** A multipart body with a file of MS Project that has no tasks. */
export const projectFile = (): Multipart =>
  fileIn('file', Buffer.from('<Project xmlns="http://schemas.microsoft.com/project"/>'), 'obra.xml');

/** Line of a boleto that every account has at an installment. */
export const BOLETO = '23792299059000005187101002041703916660001836667';

/** A multipart body with a statement of a bank, of one line. */
export const bankStatement = (): Multipart =>
  fileIn(
    'file',
    Buffer.from(
      '<OFX><STMTRS><BANKACCTFROM><ACCTID>99</BANKACCTFROM><STMTTRN><DTPOSTED>20261118<TRNAMT>-1<FITID>1<MEMO>X</STMTTRN></STMTRS></OFX>',
    ),
    'extrato.ofx',
  );

/** A multipart body with a client's workbook. */
export const workbook = (): Multipart => fileIn('workbook', CLIENT_WORKBOOK, 'planilha.xlsx');

/** The CNPJ of the own company and of its supplier, whom the nota is of. */
export const TAX_IDS = { company: COMPANY_ID, supplier: SUPPLIER_ID };

/** A multipart body with a nota of one item, and what is received by it. */
export const invoice = (delivery?: unknown): Multipart => {
  const item = { code: '1', name: 'CIMENTO', unit: 'U', quantity: '1.0000', price: '1.00', value: '1.00' };
  const file = nfe({ items: [item], totals: { vProd: '1.00', vNF: '1.00' } });
  return partsOf([
    ...(delivery === undefined ? [] : [{ name: 'delivery', content: JSON.stringify(delivery) }]),
    { name: 'file', content: file, file: 'nota.xml' },
  ]);
};

const fileIn = (part: string, file: Buffer, name = 'nota.pdf'): Multipart => {
  const boundary = 'gemeos';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};

const made = ({ status, text, body }: Reply) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.data;
};

/** Creates product types, groups and cost databases, each with a spare one, a published one, and two products that use the others. */
const furnishCatalogue = async ({ seed }: TestServices, { accountId }: Party, rows: Rows): Promise<void> => {
  const insert = (table: string, values: Record<string, unknown>) =>
    seed.insert(table, { account_id: accountId, ...values });
  let catalogue_id = 0;
  for (const use of ['/spare', '']) {
    rows.set(`productType${use}`, await insert('product_types', { name: `Tipo${use}` }));
    const place = `{${rows.size}}`;
    rows.set(`productGroup${use}`, await insert('product_groups', { name: `Grupo${use}`, place }));
    catalogue_id = await insert('catalogues', { source: 'GO' });
    rows.set(
      `productTable${use}`,
      await insert('product_tables', { catalogue_id, name: `Tabela${use}`, source: 'GO' }),
    );
  }
  const month = {
    catalogue_id: await insert('catalogues', { source: 'SINAPI', month: '2026-09-01' }),
    source: 'SINAPI',
  };
  const published = { ...month, name: 'Tabela/published', state: 'GO', regime: 'SD' };
  rows.set('productTable/published', await insert('product_tables', published));
  rows.set('parentGroup', await insert('product_groups', { name: 'Grupo de grupos', place: '{999}' }));
  const definitions: number[] = [];
  // Of a pair, neither is touched by other requests; one is merged into the main one. The pair is a dismissed one:
  // others are suggested anew when names change.
  for (const use of ['/paired', '/other', '/merged', '/spare', '']) {
    const definition_id = await insert('product_definitions', {
      ...{ catalogue_id, code: `nome${use}`, name: `Cimento${use}`, unit_id: rows.get('unit') },
      ...{ product_type_id: rows.get('productType'), product_group_id: rows.get('productGroup') },
    });
    const branded = 'insert into product_brands (account_id, definition_id, brand_id) values ($1, $2, $3)';
    await seed.sql(branded, [accountId, definition_id, rows.get('brand')]);
    await insert('product_aliases', { catalogue_id, code: `velho${use}`, definition_id });
    const product = { product_table_id: rows.get('productTable'), definition_id, price: '36.80' };
    const product_id = await insert('products', product);
    await insert('product_prices', { product_id, day: '2026-11-20', price: '36.80', origin: 'TYPED' });
    rows.set(`product${use}`, product_id);
    definitions.push(definition_id);
  }
  const [first_id, second_id] = definitions;
  rows.set('productPair', await insert('product_pairs', { catalogue_id, first_id, second_id, dismissed: true }));
  // It has taken in nothing, so that it can be undone.
  const added = { brands: [], prices: [] };
  const empty = { definitions: [], products: [], brands: [], prices: [], aliases: [], dismissed: [], items: [] };
  const merge = {
    ...{ product_table_id: rows.get('productTable'), survivor_id: rows.get('product'), merged_at: '2026-11-20' },
    told: {
      survivor: { id: rows.get('product'), code: 'nome', name: 'Cimento', unit: 'u' },
      merged: [],
      compositions: 0,
    },
    restore: { ...empty, written: {}, added },
  };
  rows.set('productMerge', await insert('product_merges', merge));
};

/** Creates an import that waits for an answer, with its file and its report. */
const furnishImport = async ({ seed }: TestServices, { accountId }: Party, userId: number): Promise<number> => {
  const account = { account_id: accountId };
  const found = {
    month: '2026-10-01',
    emittedOn: null,
    states: ['GO'],
    regimes: ['SD'],
    existingTables: 0,
    elapsedSeconds: null,
    leftOut: 0,
  };
  const chosen = { chosenStates: ['GO'], chosenRegimes: ['SD'], previousMonth: null, counts: null };
  const job_id = await seed.insert('jobs', {
    ...{ ...account, kind: 'COST_DATABASE_IMPORT', permission: 'ENGINEERING', state: 'WAITING', created_by: userId },
    ...{ created_at: '2026-11-20T12:00:00Z', message: 'Espera.', question: '{"question":"REJECTED_ROWS"}' },
    input: JSON.stringify({ fileName: 'SINAPI.xlsx', fileSize: 1 }),
    details: JSON.stringify({ ...found, ...chosen }),
  });
  const row = { sheet: 'ISD', row: 11, code: '370', name: 'Areia média', outcome: 'WARNING', text: 'Descrição nova.' };
  await seed.sql(
    `insert into import_report_rows (account_id, job_id, position, sheet, row, code, name, outcome, text)
     values ($1, $2, 0, $3, $4, $5, $6, $7, $8)`,
    [accountId, job_id, ...Object.values(row)],
  );
  await seed.sql("insert into job_files (account_id, job_id, position, content) values ($1, $2, 0, 'arquivo')", [
    accountId,
    job_id,
  ]);
  return job_id;
};

/** Creates categories, partners, brands, units and the catalogue, each with a spare one, a message, a user, an invited user and jobs. */
export const furnishAccount = async (services: TestServices, party: Party): Promise<Rows> => {
  const { seed } = services;
  const { accountId } = party;
  const rows: Rows = new Map();
  const insert = (table: string, values: Record<string, unknown>) =>
    seed.insert(table, { account_id: accountId, ...values });
  for (const [side, partner] of [
    ['DEBIT', 'SUPPLIER'],
    ['CREDIT', 'CUSTOMER'],
  ] as const) {
    for (const use of ['', '/spare']) {
      const name = `${side}${use}`;
      rows.set(`category/${name}`, await insert('categories', { type: side, name: `Categoria ${name}` }));
      rows.set(`partner/${name}`, await insert('partners', { type: partner, name: `Parceiro ${name}` }));
    }
  }
  for (const use of ['contractor', 'begun', 'removed', 'idle', 'new']) {
    rows.set(`partner/DEBIT/${use}`, await insert('partners', { type: 'SUPPLIER', name: `Empreiteira ${use}` }));
  }
  for (const use of ['', '/spare']) {
    rows.set(`brand${use}`, await insert('brands', { name: `Marca${use}` }));
    rows.set(`unit${use}`, await insert('units', { acronyms: `u${use}`, description: `Unidade${use}` }));
  }
  for (const use of ['', '/spare']) {
    // Of a city of its own: the last rule of a tax may be deleted.
    const rule = {
      tax: 'ISS',
      city: `Cidade${use}`,
      rate: '3',
      base_percentage: '100',
      minimum: '0',
      fact: 'ISSUE',
      due_day: 10,
    };
    const source = { collector: 'Prefeitura', code: '1', legal_source: 'Lei municipal', valid_from: '2001-01-01' };
    rows.set(`retentionRule${use}`, await insert('retention_rules', { ...rule, ...source, working_day_rule: 'NEXT' }));
  }
  rows.set('unit/purchase', await insert('units', { acronyms: 'compra', description: 'Unidade de compra' }));
  await furnishAccess(services, party, rows);
  await furnishCatalogue(services, party, rows);
  const mapped = { product_group_id: rows.get('productGroup'), category_id: rows.get('category/DEBIT') };
  await insert('input_categories', { kind: 'GROUP', ...mapped });
  await furnishTasks(services, accountId, rows);
  const message = { kind: 'INFO', title: 'Aviso', text: 'Bom dia a todos.', at: '2026-11-20T12:00:00Z' };
  rows.set('message', await insert('assistant_messages', { ...message, link_label: 'Painel' }));
  rows.set('message/spare', await insert('assistant_messages', message));
  const invited = await seed.user(accountId);
  rows.set('user', (await seed.user(accountId)).id);
  rows.set('user/spare', invited.id);
  await seed.sql("update users set new_login = 'outro@exemplo.com.br' where id = $1", [rows.get('user')]);
  // Marked by its name alone: the texts of a person it does not have.
  const service = { name: `Power BI ${party.mark}`, login: 'servico-0123456789ab', service: true };
  rows.set('user/service', await insert('users', { ...service, responsible_id: rows.get('user') }));
  await furnishOrganizations(services, accountId, rows);
  await seed.sql('update users set password_hash = null where id = $1', [invited.id]);
  await seed.sql(
    `insert into link_tokens (token_hash, account_id, user_id, purpose, login, issued_at, expires_at)
     values (sha256($1), $2, $3, 'FIRST_PASSWORD', $4, now(), now())`,
    [invited.login, accountId, invited.id, invited.login],
  );
  const mail = { kind: 'INVITATION', created_at: message.at, next_attempt_at: message.at, sent_at: message.at };
  await insert('outgoing_mail', { user_id: invited.id, ...mail, last_error: 'mailbox full' });
  for (const use of ['', '/spare']) {
    // It waits: nothing takes up a job that does.
    const told = {
      message: 'Trabalho pronto.',
      state: 'WAITING',
      question: '{}',
      input: '{}',
      created_by: rows.get('user'),
      created_at: message.at,
    };
    rows.set(`job${use}`, await insert('jobs', { kind: 'EXAMPLE', permission: 'ENGINEERING', ...told }));
    rows.set(`import${use}`, await furnishImport(services, party, Number(rows.get('user'))));
  }
  await furnishRegisterImports(services, party, rows);
  return new Map([...rows, ...(await furnishPrivacy(services, party, rows))]);
};

/** Creates wallets of a company, a transfer between them, and its logo. */
export const furnishCompany = async (
  services: TestServices,
  place: CompanyPlace,
  user: number | undefined,
): Promise<Rows> => {
  const { seed } = services;
  const owner = { account_id: place.accountId, company_id: place.companyId };
  const wallet = (identifier: string) =>
    seed.insert('wallets', { ...owner, identifier, initial_balance: '1000.00', balance_date: '2026-01-01' });
  const [main, second, spare] = [await wallet('Itaú'), await wallet('Caixa'), await wallet('Sem uso')];
  const transfer = await seed.insert('transfers', {
    ...owner,
    amount: '5.00',
    date: '2026-11-10',
    source_wallet_id: main,
    target_wallet_id: second,
    description: 'Aporte',
  });
  // Of the first company of each account; all of its rows count as entered, so that a removal changes nothing.
  await seed.sql(
    `insert into demonstrations (account_id, company_id, partners_from, partners_to, buildings_to, wallets_to,
       transactions_to, transfers_to, created_at)
     select account_id, id, 0, 0, 0, 0, 0, 0, now() from companies where account_id = $1 order by id limit 1
     on conflict do nothing`,
    [place.accountId],
  );
  await seed.sql(
    `insert into company_logos (account_id, company_id, media_type, width, height, content, preview, updated_at)
     values ($1, $2, 'image/png', 1, 1, $3, $3, '2026-11-20T12:00:00Z')`,
    [place.accountId, place.companyId, Buffer.from(place.mark)],
  );
  const note = (figure: string) =>
    seed.insert('statement_notes', {
      ...{ ...owner, regime: 'CASH', month: '2026-11-01', figure, text: 'Nota', author_id: user },
      written_at: '2026-11-20T12:00:00Z',
    });
  return new Map([
    ['statementNote', await note('RESULT')],
    ['statementNote/spare', await note('EBITDA')],
    ['wallet', main],
    ['wallet/target', second],
    ['wallet/spare', spare],
    ['transfer', transfer],
    ...(await furnishStatements(services, place, { wallet: main, target: second, user })),
    ...(await furnishFiscal(services, place, user)),
  ]);
};

/**
 * Creates an expense and an income on the building, each with one paid and two open installments and files, and others
 * to delete and edit.
 */
const transactionsOf = async (services: TestServices, place: CompanyPlace, known: Rows, side: Side): Promise<Rows> => {
  const { api } = services;
  const rows: Rows = new Map();
  const { token } = place;
  const path = `/api/v1/financial/company/${place.companyId}/${side.toLowerCase()}`;
  const transactionBody = (installmentCount: number) => ({
    documentNumber: 'NF 42',
    description: 'Concreto usinado',
    grossValue: '30.00',
    installmentCount,
    emissionDate: '2026-11-01',
    dueDate: '2026-11-25',
    bank: { id: known.get('wallet') },
    category: { id: known.get(`category/${side}`) },
    partner: { id: known.get(`partner/${side}`) },
    transactionRecordBuildings: [
      { building: { id: known.get('building') }, costEstimateGroup: { id: known.get('stage') }, grossValue: '30.00' },
    ],
  });
  const headers = { 'idempotency-key': `gemeos-${side}-${known.get('building')}` };
  const main = made(await api.post(path, { token, headers, body: transactionBody(3) }));
  const [first, second] = main.transactionRecordList;
  const payment = {
    version: main.version,
    paymentDate: '2026-11-19',
    bank: { id: known.get('wallet') },
    paymentMethod: 'PIX',
    increase: '1.00',
  };
  made(await api.post(`${path}/${main.id}/installment/${first.id}/payment`, { token, body: payment }));
  if (side === 'DEBIT')
    made(await api.put(`${path}/installments/${second.id}/payment-code`, { token, body: { paymentCode: BOLETO } }));
  const attach = async () =>
    made(await api.post(`${path}/${main.id}/attachments`, { token, ...multipart(place.mark) })).id;
  // The apportionment is that of the last one, which is edited.
  for (const use of ['spare', 'released', 'coded', 'edited']) {
    const other = made(await api.post(path, { token, body: transactionBody(1) }));
    rows.set(`transaction/${side}/${use}`, other.id);
    rows.set(`installment/${side}/${use}`, other.transactionRecordList[0].id);
    rows.set(`apportionment/${side}`, other.transactionRecordBuildings[0].id);
  }
  const file = multipart(place.mark);
  const remarks = { path, mainId: main.id, body: transactionBody(1), userId: known.get('user'), side, file };
  for (const [key, id] of await furnishRemarks(services, place, remarks)) rows.set(key, id);
  if (side === 'DEBIT') {
    const retentions = [
      { tax: 'ISS', base: '10.00', rate: '5', value: '0.51', reason: 'Como está na nota' },
      { tax: 'CSRF', base: '10.00', rate: '4.65' },
    ];
    const invoice = made(await api.post(path, { token, body: { ...transactionBody(2), retentions } }));
    for (const id of [invoice.id, ...invoice.retentions.map((one: { payable: { id: number } }) => one.payable.id)]) {
      const one = made(await api.get(`${path}/${id}`, { token }));
      rows.set(`transaction/${side}/retained ${id}`, id);
      one.transactionRecordList.forEach((part: { id: number }) =>
        rows.set(`installment/${side}/retained ${part.id}`, part.id),
      );
    }
  }
  rows.set(`transaction/${side}`, main.id);
  rows.set(`installment/${side}`, second.id);
  rows.set(`installment/${side}/paid`, first.id);
  for (const use of ['', '/spare']) rows.set(`attachment/${side}${use}`, await attach());
  return rows;
};

/** Creates a building's cost estimates and transactions. `known` has the company's wallets and the account's registers. */
export const furnishBuilding = async (
  services: TestServices,
  place: CompanyPlace,
  known: Rows,
  buildingId: number,
): Promise<Rows> => {
  const rows: Rows = new Map([
    ['building', buildingId],
    ...(await furnishEstimates(services, place, known, buildingId)),
  ]);
  for (const side of SIDES) {
    for (const [key, id] of await transactionsOf(services, place, new Map([...known, ...rows]), side))
      rows.set(key, id);
  }
  for (const [key, id] of await furnishModels(services, place, new Map([...known, ...rows]))) rows.set(key, id);
  for (const [key, id] of await furnishMeasurements(services, place, new Map([...known, ...rows]))) rows.set(key, id);
  for (const [key, id] of await furnishOrders(services, place, new Map([...known, ...rows]))) rows.set(key, id);
  for (const [key, id] of await furnishQuotes(services, place, new Map([...known, ...rows]))) rows.set(key, id);
  return rows;
};
