import { sql, type RawBuilder } from 'kysely';
import type { ImportOutcome } from '#schema/engineering/imports/costDatabaseImport.ts';
import type { ImportReportRow } from '#schema/engineering/imports/imports.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { page, readListQuery } from '../../platform/register/lists.ts';

interface Key {
  accountId: number;
  jobId: number;
}

const rules = { sortable: { position: 'r.position' }, defaultSort: 'position', key: 'r.position' };

interface Filter {
  page?: number | undefined;
  size?: number | undefined;
  search?: string | undefined;
  outcome?: ImportOutcome | undefined;
}

const columns = sql`r.sheet, r.row, r.code, r.name, r.outcome, r.text`;

const conditions = ({ accountId, jobId }: Key, { search, outcome }: Filter): RawBuilder<unknown> => {
  const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
  return sql.join(
    [
      sql`r.account_id = ${accountId} and r.job_id = ${jobId}`,
      ...(outcome ? [sql`r.outcome = ${outcome}`] : []),
      ...words.map((word) => sql`search_key(concat_ws(' ', r.code, r.name, r.text)) like search_pattern(${word})`),
    ],
    sql` and `,
  );
};

/** A page of the report, in the order of the file. */
export const listReport = async (trx: Trx, key: Key, filter: Filter) => {
  const list = readListQuery({ page: filter.page, size: filter.size }, rules);
  const where = conditions(key, filter);
  const found = await sql<ImportReportRow>`
    select ${columns} from import_report_rows r where ${where}
     order by r.position limit ${list.size} offset ${list.offset}`.execute(trx);
  const counted = await sql<{
    total: number;
  }>`select count(*) as total from import_report_rows r where ${where}`.execute(trx);
  return page(list, found.rows, Number(counted.rows[0]?.total ?? 0));
};

/** The whole report. */
export const reportRows = async (trx: Trx, key: Key): Promise<ImportReportRow[]> => {
  const { rows } = await sql<ImportReportRow>`
    select ${columns} from import_report_rows r where ${conditions(key, {})} order by r.position`.execute(trx);
  return rows;
};

const OUTCOMES: Readonly<Record<ImportOutcome, string>> = {
  REJECTED: 'Recusada',
  IGNORED: 'Ignorada',
  WARNING: 'Aviso',
  NO_PRICE: 'Sem preço',
};

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The report as spreadsheets in Brazil open it: UTF-8 with its mark, semicolons. */
export const csvOf = (rows: readonly ImportReportRow[]): string => {
  const lines = rows.map(({ sheet, row, code, name, text, outcome }) => [
    ...[sheet, String(row), code ?? '', name ?? '', text, OUTCOMES[outcome]],
  ]);
  const all = [['Planilha', 'Linha', 'Código', 'Descrição', 'O que houve', 'Ficou'], ...lines];
  return `\uFEFF${all.map((cells) => `${cells.map(cell).join(';')}\r\n`).join('')}`;
};
