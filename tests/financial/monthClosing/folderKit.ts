/** The accountant's folder read by other code than writes it, and what its workbook must say, by SQL of the tests' own. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { fromBuffer, type Entry } from 'yauzl';
import { openWorkbook } from '#services/platform/workbooks/workbook.ts';
import type { SeedKit } from '#tests/support/seedKit.ts';

export interface Unzipped {
  entry: Entry;
  content: Buffer;
}

/** Entries of an archive in their order, read by another library than the one that writes them. */
export const unzip = (file: Buffer): Promise<Unzipped[]> =>
  new Promise((resolve, reject) => {
    const found: Unzipped[] = [];
    fromBuffer(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => resolve(found));
      zip.on('entry', (entry: Entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          buffer(stream).then((content) => {
            found.push({ entry, content });
            zip.readEntry();
          }, reject);
        }),
      );
      zip.readEntry();
    });
  });

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Texts of a sheet by row. */
export const sheetOf = async (file: Buffer, name: string): Promise<string[][]> => {
  const workbook = await openWorkbook(file);
  const found = workbook.sheets.find((sheet) => sheet.name === name);
  const { rows } = await workbook.readSheet(found?.path ?? '');
  return [...rows.values()].map((row) => [...row.cells.values()].map((cell) => workbook.textOf(cell)));
};

/** Both indices name every file but themselves, each with its checksum and a link that opens it, and nothing else. */
export const expectIndexed = (entries: readonly Unzipped[], month: string): void => {
  const textOf = (path: string): string =>
    entries.find(({ entry }) => entry.fileName === path)?.content.toString() ?? `${path} is missing`;
  const [html, csv] = [textOf('index.html'), textOf(`${month}/arquivos.csv`)];
  const files = entries.slice(2).map(({ entry: { fileName }, content }) => ({ fileName, sha256: sha256Of(content) }));
  expect(entries.slice(0, 2).map(({ entry }) => entry.fileName)).toEqual(['index.html', `${month}/arquivos.csv`]);
  const told = [...html.matchAll(/<a href="([^"]+)">.*?<code>([0-9a-f]{64})<\/code>/g)];
  expect(
    told.map(([, link = '', sha256]) => ({ fileName: link.split('/').map(decodeURIComponent).join('/'), sha256 })),
  ).toEqual(files);
  const lines = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .slice(1);
  expect(lines.map((line) => line.slice(line.lastIndexOf(';') + 1))).toEqual(files.map(({ sha256 }) => sha256));
  for (const [index, { fileName }] of files.entries()) expect(lines[index]?.replaceAll('"', '')).toContain(fileName);
};

/** Numbers of a workbook have no padding: "1500.00" stands there as 1500. */
const plain = (value: string): string =>
  /^-?\d+\.\d+$/.test(value) ? value.replace(/0+$/, '').replace(/\.$/, '') : value;

const day = (column: string): string => `coalesce(to_char(${column}, 'DD/MM/YYYY'), '')`;
const amount = (column: string): string => `coalesce(${column}, 0)::text`;
const METHODS = `(values ('PIX', 'Pix'), ('BOLETO', 'Boleto'), ('TRANSFER', 'Transferência'), ('CASH', 'Dinheiro'),
  ('CREDIT_CARD', 'Cartão de crédito'), ('DEBIT_CARD', 'Cartão de débito'), ('CHECK', 'Cheque'),
  ('DIRECT_DEBIT', 'Débito automático'), ('OTHER', 'Outro')) as m (code, label)`;

/** Of installments that one condition takes: $1 company, $2 first and $3 last day of the month. */
const installmentsBy = (condition: string): string => `
  select array[case i.type when 'CREDIT' then 'Receita' else 'Despesa' end, coalesce(t.document_number, ''), coalesce(p.name, ''),
           i.number || '/' || (select count(*) from installments o where o.transaction_id = t.id), ${day('i.due_date')},
           ${day('i.payment_date')}, coalesce(w.identifier, ''), coalesce((select label from ${METHODS} where m.code = i.payment_method), ''),
           ${amount('i.gross_value')}, ${amount('i.increase')}, ${amount('i.discount')}, (i.gross_value + i.increase - i.discount)::text] as cells
    from transactions t join installments i on i.transaction_id = t.id
    left join partners p on p.id = t.partner_id left join wallets w on w.id = i.wallet_id
   where t.company_id = $1 and ${condition}
   order by coalesce(i.payment_date, i.due_date), t.id, i.number`;

/** Rows of each sheet, from the rows of the tables themselves; header figures of documents from their installments. */
const SHEETS: Readonly<Record<string, string>> = {
  Documentos: `
    select array[case t.type when 'CREDIT' then 'Receita' else 'Despesa' end, coalesce(t.document_number, ''), coalesce(p.name, ''),
             coalesce(p.tax_id, ''), coalesce(t.description, ''), coalesce((select c.name from categories c where c.id = t.category_id), ''),
             coalesce((select string_agg(b.name, ', ' order by b.name) from buildings b
                        where b.id in (select a.building_id from apportionments a where a.transaction_id = t.id)), ''),
             ${day('t.emission_date')}, ${day('t.competence_date')},
             case when t.competence_date between $2 and $3 then 'Sim' else 'Não' end,
             case when t.emission_date between $2 and $3 then 'Sim' else 'Não' end,
             s.gross::text, s.increase::text, s.discount::text, (s.gross + s.increase - s.discount)::text, s.paid::text] as cells
      from transactions t left join partners p on p.id = t.partner_id
      join lateral (select sum(i.gross_value) as gross, sum(i.increase) as increase, sum(i.discount) as discount,
                           coalesce(sum(i.gross_value + i.increase - i.discount) filter (where i.payment_date is not null), 0) as paid
                      from installments i where i.transaction_id = t.id) s on true
     where t.company_id = $1 and (t.competence_date between $2 and $3 or t.emission_date between $2 and $3)
     order by t.emission_date, t.id`,
  Parcelas: installmentsBy('t.competence_date between $2 and $3'),
  Pagamentos: installmentsBy('i.payment_date between $2 and $3'),
  Transferências: `
    select array[${day('x.date')}, (select identifier from wallets where id = x.source_wallet_id),
             (select identifier from wallets where id = x.target_wallet_id), coalesce(x.description, ''), x.amount::text] as cells
      from transfers x where x.company_id = $1 and x.date between $2 and $3 order by x.date, x.id`,
  Retenções: `
    select array[case r.tax when 'GUARANTEE' then 'Retenção contratual' else r.tax end, coalesce(t.document_number, ''),
             coalesce(p.name, ''), coalesce(p.tax_id, ''), ${day('t.emission_date')}, r.base::text,
             replace(trim_scale(r.rate)::text, '.', ','), (g.owed + g.paid)::text,
             coalesce((select c.name from transactions o join partners c on c.id = o.partner_id where o.id = r.payable_transaction_id), ''),
             ${day('g.due')}, g.paid::text] as cells
      from transactions t join transaction_retentions r on r.transaction_id = t.id left join partners p on p.id = t.partner_id
      join lateral (select coalesce(sum(i.value) filter (where i.payment_date is null), 0) as owed, min(i.due_date) as due,
                           coalesce(sum(i.value) filter (where i.payment_date is not null), 0) as paid
                      from installments i where i.transaction_id = r.payable_transaction_id) g on true
     where t.company_id = $1 and t.competence_date between $2 and $3 order by t.emission_date, t.id, r.position`,
  Carteiras: `
    select array[w.identifier, (s.opened_before + s.before)::text, s.came::text, s.went::text, s.opened_within::text,
             (s.opened_before + s.before + s.came + s.went + s.opened_within)::text] as cells
      from wallets w join lateral (
        select case when w.balance_date < $2 then w.initial_balance else 0 end as opened_before,
               case when w.balance_date between $2 and $3 then w.initial_balance else 0 end as opened_within,
               coalesce(sum(m.amount) filter (where m.date < $2), 0) as before,
               coalesce(sum(m.amount) filter (where m.date >= $2 and m.amount > 0), 0) as came,
               coalesce(sum(m.amount) filter (where m.date >= $2 and m.amount < 0), 0) as went
          from (select payment_date as date, case type when 'CREDIT' then value else -value end as amount
                  from installments where wallet_id = w.id and payment_date is not null
                union all select date, -amount from transfers where source_wallet_id = w.id
                union all select date, amount from transfers where target_wallet_id = w.id) m
         where m.date >= w.balance_date and m.date <= $3) s on true
     where w.company_id = $1 and w.balance_date <= $3`,
};

/** Feet of a sheet: label, the rows that it takes by their first cells, and the columns that it adds up. */
interface Foot {
  label: string;
  takes: (cells: readonly string[]) => boolean;
}
const byKind: readonly Foot[] = [
  { label: 'Receitas', takes: ([kind]) => kind === 'Receita' },
  { label: 'Despesas', takes: ([kind]) => kind === 'Despesa' },
];
const documentFoot = (label: string, kind: string, column: number): Foot => ({
  label,
  takes: (cells) => cells[0] === kind && cells[column] === 'Sim',
});
const FEET: Readonly<Record<string, { summed: readonly number[]; feet: readonly Foot[] }>> = {
  Documentos: {
    summed: [11, 12, 13, 14, 15],
    feet: [
      documentFoot('Receitas do mês (competência)', 'Receita', 9),
      documentFoot('Despesas do mês (competência)', 'Despesa', 9),
      documentFoot('Receitas emitidas no mês', 'Receita', 10),
      documentFoot('Despesas emitidas no mês', 'Despesa', 10),
    ],
  },
  Parcelas: { summed: [8, 9, 10, 11], feet: byKind },
  Pagamentos: { summed: [8, 9, 10, 11], feet: byKind },
  Transferências: { summed: [4], feet: [{ label: 'Total', takes: () => true }] },
  Retenções: {
    summed: [7, 10],
    feet: [
      ...['ISS', 'INSS', 'IRRF', 'CSRF', 'Retenção contratual'].map((label) => ({
        label,
        takes: ([tax]: readonly string[]) => tax === label,
      })),
      { label: 'Total', takes: () => true },
    ],
  },
  Carteiras: { summed: [1, 2, 3, 4, 5], feet: [{ label: 'Total', takes: () => true }] },
};

const cents = (value: string): bigint => {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(value) ?? [];
  if (sign === undefined) throw new Error(`${value} is no amount`);
  return BigInt(`${sign}${whole}${part.padEnd(2, '0')}`);
};
const decimal = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return plain(`${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
};

/** Compares all sheets of rows of a month's workbook, cell by cell, with SQL of the tests' own. Returns how many rows each has. */
export const expectWorkbook = async (
  seed: Pick<SeedKit, 'sql'>,
  workbook: Buffer,
  { companyId, from, to }: { companyId: number; from: string; to: string },
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [name, text] of Object.entries(SHEETS)) {
    const found = await seed.sql<{ cells: string[] }>(
      text.replaceAll('$2', `date '${from}'`).replaceAll('$3', `date '${to}'`),
      [companyId],
    );
    const rows = found.map(({ cells }) => cells.map(plain));
    const { summed, feet } = FEET[name] ?? { summed: [], feet: [] };
    const sums = feet
      .map(({ label, takes }) => ({ label, taken: rows.filter(takes) }))
      // Of taxes, those that there are.
      .filter(({ label, taken }) => name !== 'Retenções' || label === 'Total' || taken.length > 0)
      .map(({ label, taken }) => [
        label,
        ...summed.map((column) => decimal(taken.reduce((sum, cells) => sum + cents(cells[column] ?? ''), 0n))),
      ]);
    const written = (await sheetOf(workbook, name)).slice(2);
    // Wallets stand by name, as the screen has them: their order is not of the folder's making.
    const order = (list: string[][]) => (name === 'Carteiras' ? [...list].sort() : list);
    expect([name, order(written.slice(0, rows.length))]).toEqual([name, order(rows)]);
    expect([name, written.slice(rows.length)]).toEqual([name, sums]);
    counts[name] = rows.length;
  }
  return counts;
};
