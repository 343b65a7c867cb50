import { randomUUID } from 'node:crypto';
import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** Files of one line each: one that is read, drafts that are routed, imported and deleted, and one whose import is undone. */
const USES = ['', '/routed', '/brought', '/imported', '/spare', '/ignored', '/linked', '/unanswered'];
const IMPORTED = new Set(['', '/imported', '/ignored', '/linked', '/unanswered']);

const MOMENT = '2026-11-20T12:00:00Z';
const LINE = { date: '2026-11-18', amount: '-10.00', memo: 'PIX ENVIADO', document: '7', type: 'DEBIT' };

/** Statements of banks, with lines of the wallet. */
/** A CSV, so that every call on a file finds what it needs. */
const TABLE = Buffer.from('Data;Texto;Valor\n18/11/2026;Um;-1,00\n19/11/2026;Dois;2,00\n');
const NO_COLUMNS = { moneyIn: null, moneyOut: null, direction: null, document: null, identifier: null };
const LAYOUT = JSON.stringify({
  ...{ bank: 'Banco', date: 1, memo: [2], amount: 3, ...NO_COLUMNS, balance: null, account: null, inverted: false },
});

export const furnishStatements = async (
  { seed }: TestServices,
  place: CompanyPlace,
  known: { wallet: number; target: number; user: number | undefined },
): Promise<Rows> => {
  const account = { account_id: place.accountId };
  const { companyId: company_id } = place;
  const { wallet: wallet_id, target, user } = known;
  const rows: Rows = new Map();
  const run = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    return seed.sql(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const hash = (text: string) => Buffer.from(text.padEnd(32, '.').slice(0, 32));
  for (const use of USES) {
    const imported = IMPORTED.has(use);
    const file_id = await seed.insert('bank_statement_files', {
      ...{ ...account, company_id, name: 'extrato.ofx', dialect: 'OFX 1.02', encoding: 'UTF-8', size: 4 },
      ...{ sha256: hash(`${company_id}${use}`), uploaded_by: user, uploaded_at: MOMENT },
      ...(imported && { state: 'IMPORTED', imported_by: user, imported_at: MOMENT }),
    });
    rows.set(`statementFile${use}`, file_id);
    await run('bank_statement_file_contents', { ...account, file_id, content: TABLE });
    await run('bank_statement_tables', {
      ...{ ...account, file_id, key: hash('table'), headers: '["Data", "Texto", "Valor"]', sample: '[]', rows: 1 },
      ...{ guess: LAYOUT, layout: LAYOUT },
    });
    const named = { bank: '341', branch: '0441', number: `${company_id}${use}` };
    await run('bank_statement_accounts', {
      ...{ ...account, company_id, file_id, position: 1, ...named, kind: 'CHECKING', wallet_id },
    });
    const identity = hash(`line ${company_id}${use}`);
    const fit_id = `F${company_id}${use}`;
    const ignored = use === '/ignored' && { ignored_at: MOMENT, ignored_by: user, ignored_reason: 'Aplicação' };
    const line = { ...account, company_id, wallet_id, ...LINE, fit_id, identity, ...ignored };
    const line_id = imported ? await seed.insert('bank_statement_lines', line) : null;
    if (line_id !== null) rows.set(`bankLine${use}`, line_id);
    await run('bank_statement_file_lines', {
      ...{ ...account, file_id, position: 1, account_position: 1, ...LINE, fit_id, balance: false, ordinal: 1 },
      ...{ identical: 1, own_id: true, identity, raw: '<STMTTRN>', line_id, outcome: imported ? 'NEW' : null },
    });
    await run('bank_accounts', { ...account, company_id, ...named, wallet_id, updated_at: MOMENT });
  }
  await run('bank_table_layouts', { ...account, key: hash(`table ${company_id}`), layout: LAYOUT, updated_at: MOMENT });
  const transfer_id = await seed.insert('transfers', {
    ...{ ...account, company_id, amount: '10.00', date: LINE.date, source_wallet_id: wallet_id },
    ...{ target_wallet_id: target, description: 'Aporte' },
  });
  const reconciliation_id = await seed.insert('bank_reconciliations', {
    ...{ ...account, company_id, wallet_id, acceptance: randomUUID(), created_by: user, created_at: MOMENT },
  });
  rows.set('bankReconciliation', reconciliation_id);
  const line_id = rows.get('bankLine/linked');
  await seed.insert('bank_links', {
    ...{ ...account, company_id, reconciliation_id, line_id, transfer_id, amount: '-10.00', did: 'LINKED' },
  });
  return rows;
};
