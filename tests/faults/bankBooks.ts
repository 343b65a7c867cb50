import type { BankWriteKind, Make, Office, Write } from './write.ts';

const BOUNDARY = 'limite-entre-as-partes';

/** A statement of three lines, whose account and ids are those of its round. */
const statement = (name: string): string => {
  const lines = [1, 2, 3].map(
    (number) =>
      `<STMTTRN><DTPOSTED>2026110${number}<TRNAMT>-${number}0,00<FITID>${name}/${number}<MEMO>${name}</STMTTRN>`,
  );
  return `<OFX><STMTRS><BANKACCTFROM><BANKID>341<ACCTID>${name}</BANKACCTFROM>${lines.join('\n')}</STMTRS></OFX>`;
};

const file = (name: string) => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}.ofx"\r\nContent-Type: application/x-ofx\r\n`,
    `${statement(name)}\r\n--${BOUNDARY}--\r\n`,
  ].join('\r\n'),
});

/** A statement from its upload to the lines of a wallet, each of them reconciled as a transfer of its own. */
export async function* bankRound({ companyId, wallets }: Office, name: string, make: Make): AsyncGenerator<Write> {
  const files = `/api/v1/financial/company/${companyId}/bank-statements/files`;
  const sent = make('statement', { path: files, ...file(name) });
  yield sent;
  const { id } = sent.answers[0] as { id: number };
  const json = (path: string, body: object) => ({ path: `${files}/${id}${path}`, type: 'application/json', body });
  yield make('route', json('/accounts/1', { wallet: { id: wallets[0] } }), 'PUT');
  yield make('import', json('/import', {}));
  const statements = `/api/v1/financial/company/${companyId}/bank-statements`;
  const look = make('look', { path: `${statements}/lines?file=${id}`, type: null, body: null }, 'GET');
  yield look;
  const lines = (look.answers[0] as { content: { id: number }[] }).content.map((line) => line.id);
  const items = lines.map((line) => ({ lines: [line], transfer: { wallet: { id: wallets[1] } } }));
  const accepted = { path: `${statements}/reconciliation`, type: 'application/json', body: { items } };
  yield make('reconcile', accepted);
}

const FILE = "replace(f.name, '.ofx', '') as name from bank_statement_files f";

/** SQL by kind that returns a name once for each effect of its write. */
export const BANK_EFFECTS: Record<BankWriteKind, string> = {
  statement: `select ${FILE} where (select count(*) from bank_statement_file_lines l where l.file_id = f.id) = 3`,
  route: `select ${FILE} join bank_statement_accounts a on a.file_id = f.id where a.wallet_id is not null`,
  import: `select memo as name from bank_statement_lines group by memo having count(*) = 3 and sum(amount) = -60`,
  reconcile: `select l.memo as name from bank_links k
    join bank_statement_lines l on l.id = k.line_id
    join transfers t on t.id = k.transfer_id and t.amount = -k.amount and t.description = l.memo
    join bank_reconciliations r on r.id = k.reconciliation_id
    group by l.memo having count(*) = 3 and count(distinct t.id) = 3 and count(distinct r.id) = 3 and count(distinct r.acceptance) = 1`,
};

/** SQL for rows that a partial write would leave; must return none. */
export const BANK_HALVES: Record<string, string> = {
  'reconciliations that answer no line': `select r.id::text as name from bank_reconciliations r
    where not exists (select from bank_links k where k.reconciliation_id = r.id)`,
  'transfers of lines that are not linked': `select t.description as name from transfers t
    where exists (select from bank_statement_lines l where l.memo = t.description)
      and not exists (select from bank_links k where k.transfer_id = t.id)`,
  'statements with some of their lines': `select ${FILE}
    where (select count(*) from bank_statement_file_lines l where l.file_id = f.id) <> 3`,
  'imported statements whose lines are in no wallet, and drafts whose lines are in one': `select ${FILE}
    where (select count(l.line_id) from bank_statement_file_lines l where l.file_id = f.id)
      <> case f.state when 'IMPORTED' then 3 else 0 end`,
  'accounts that are remembered without an import': `select a.number as name from bank_accounts a
    where not exists (select from bank_statement_files f where upper(replace(f.name, '.ofx', '')) = a.number and f.state = 'IMPORTED')`,
};
