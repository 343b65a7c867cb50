/** Reports of the demo company, read back by code that shares nothing with what writes them. */
import { openWorkbook } from '#services/platform/workbooks/workbook.ts';
import { createDemoDatabase, DEMO_PASSWORD } from '#tests/support/app.ts';
import { readPdf } from '#tests/support/pdfText.ts';
import { startServices, type Reply, type TestServices, type TestServicesOptions } from '#tests/support/services.ts';
import { OAUTH_CLIENT_HEADER } from '#schema/security/session.rest.ts';

export interface ReportsKit {
  services: TestServices;
  companyId: number;
  base: string;
  tokens: Record<'admin' | 'financeiro' | 'pagador' | 'comprador' | 'engenheiro', string>;
  /** One value of a statement of the test's own. */
  value(sql: string, values?: unknown[]): Promise<string>;
}

const logIn = async ({ api }: TestServices, name: string): Promise<string> => {
  const { body } = await api.post('/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: OAUTH_CLIENT_HEADER },
    body: new URLSearchParams({
      grant_type: 'password',
      username: `${name}@demo.prumo`,
      password: DEMO_PASSWORD,
    }).toString(),
  });
  return body.access_token as string;
};

/** Without favourites, saved and scheduled reports, unless it `keepsReports` that the demo company has. */
export const startReports = async (
  options: TestServicesOptions = {},
  { keepsReports = false } = {},
): Promise<ReportsKit> => {
  const services = await startServices({ createDatabase: createDemoDatabase, ...options });
  for (const table of keepsReports ? [] : ['report_favourites', 'saved_reports', 'report_schedules'])
    await services.seed.sql(`delete from ${table}`);
  const [company] = await services.seed.sql<{ id: string }>('select id from companies order by id limit 1');
  const companyId = Number(company?.id);
  return {
    services,
    companyId,
    base: `/api/v1/reports/company/${companyId}`,
    tokens: {
      admin: await logIn(services, 'admin'),
      financeiro: await logIn(services, 'financeiro'),
      pagador: await logIn(services, 'pagador'),
      comprador: await logIn(services, 'comprador'),
      engenheiro: await logIn(services, 'engenheiro'),
    },
    value: async (sql, values = []) => {
      const [row] = await services.seed.sql<{ value: string }>(sql, values);
      return String(row?.value);
    },
  };
};

/** "1.234,50" and "−1.234,50" as cents. */
export const centsOfText = (text: string): bigint => {
  const digits = text.replace('−', '-').replaceAll('.', '').replace(',', '');
  return BigInt(digits);
};
export const centsOfDecimal = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
};

/** Rows of a CSV by its titles. */
export const readCsv = (file: Buffer): Record<string, string>[] => {
  const text = file.toString();
  if (!text.startsWith('\uFEFF')) throw new Error('no BOM');
  const [head = '', ...lines] = text.slice(1).trimEnd().split('\r\n');
  const cellsOf = (line: string): string[] =>
    [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(([, quoted, plain]) =>
      (quoted ?? plain ?? '').replaceAll('""', '"'),
    );
  const titles = cellsOf(head);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [titles[index] ?? '', cell])));
};

export interface SheetRow {
  cells: string[];
  formulas: boolean;
}

/** Texts of the rows below the headings, and whether a row has formulas. */
export const readXlsx = async (file: Buffer): Promise<{ titles: string[]; rows: SheetRow[] }> => {
  const workbook = await openWorkbook(file);
  const { rows } = await workbook.readSheet(workbook.sheets[0]?.path ?? '');
  const all = [...rows.values()].map(({ cells }) => {
    const texts: string[] = [];
    for (const cell of cells.values()) texts[cell.column] = workbook.textOf(cell);
    return {
      cells: Array.from(texts, (text) => text ?? ''),
      formulas: [...cells.values()].some((cell) => cell.formula),
    };
  });
  return { titles: all[3]?.cells ?? [], rows: all.slice(4) };
};

export const pdfText = (file: Buffer): string =>
  readPdf(file)
    .map(({ text }) => text)
    .join('\n');

/** Calls that read reports of one company. */
export const readerOf = ({ api, app }: Pick<TestServices, 'api' | 'app'>, companyId: number) => {
  const at = (report: string) => `/api/v1/reports/company/${companyId}/reports/${report}`;
  const preview = (report: string, token: string, query: Record<string, string> = {}): Promise<Reply> =>
    api.get(at(report), { token, query });
  /** Cells of each row, in the order of its columns. */
  const rows = async (report: string, token: string, query: Record<string, string> = {}): Promise<string[][]> => {
    const search = new URLSearchParams({ ...query, format: 'CSV' });
    const answer = await app.inject({
      url: `${at(report)}/file?${search}`,
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return readCsv(answer.rawPayload).map((row) => Object.values(row));
  };
  return { preview, rows };
};
