import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { counts, faults, importOf, of, statuses, told, undone, type Sheet } from '#tests/purchase/importKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from './officeKit.ts';

let services: TestServices;
let office: Office;
let token: string;
beforeAll(async () => {
  services = await startServices();
  office = await openOffice(services.seed);
  token = office.admin;
}, 60_000);
afterAll(() => services.stop());

interface Call {
  by?: string;
  companyId?: number;
}
const path = (companyId = office.companyId) => `/api/v1/financial/company/${companyId}/building`;
const send = ([columns = [], ...rows]: Sheet, more: Record<string, unknown> = {}, { by = token }: Call = {}) =>
  services.api.post(`${path()}/import`, {
    token: by,
    body: {
      ...{ fileName: 'obras.xlsx', columns, ...more },
      rows: rows.map((cells, index) => ({ line: index + 2, cells })),
    },
  });
const undo = (done: Reply, { by = token, companyId = office.companyId }: Call = {}) =>
  services.api.post(`${path(companyId)}/import/${importOf(done)}/undo`, { token: by });
const stored = () =>
  services.seed.sql<Record<string, unknown>>(
    `select name, address, technical_name as technical, active, version from buildings
      where account_id = $1 and company_id = $2 order by name`,
    [office.accountId, office.companyId],
  );
const names = async () => (await stored()).map(({ name }) => name);

const sheet: Sheet = [
  ['name', 'address', 'technicalName', 'active'],
  ['Residência Alto da Serra', 'Rua das Acácias, 120', 'Ana Lima', 'Sim'],
  ['  Torre   Sul ', '', '', 'Inativa'],
];

test('obras of a sheet are made in the company of the address, found again by their names, changed, and taken back', async () => {
  const checked = await send(sheet, { dryRun: true });
  expect([checked.status, counts(checked), await stored()]).toEqual([200, of(2), []]);
  const done = await send(sheet);
  expect([done.status, statuses(done)]).toEqual([200, ['NEW', 'NEW']]);
  const made = [
    {
      ...{ name: 'Residência Alto da Serra', address: 'Rua das Acácias, 120', technical: 'Ana Lima' },
      ...{ active: true, version: 1 },
    },
    { name: 'Torre Sul', address: null, technical: null, active: false, version: 1 },
  ];
  expect(await stored()).toEqual(made);
  expect(counts(await send(sheet))).toEqual(of(0, 0, 2));
  const history = await services.seed.sql(
    `select action, details ->> 'import' as file, details ->> 'company_id' as company from audit_log
      where account_id = $1 and entity = 'building'`,
    [office.accountId],
  );
  const entry = { action: 'create', file: 'obras.xlsx', company: String(office.companyId) };
  expect(history).toEqual([entry, entry]);

  // One of the same name in another company is another one.
  const other = await services.seed.company(office.accountId);
  await services.seed.building({ accountId: office.accountId, companyId: other }, { name: 'Torre Norte' });
  const changing: Sheet = [
    ['name', 'address'],
    ['residencia alto da serra', 'Rua Nova, 1'],
    ['Torre Norte', ''],
    ['TORRE NORTE', ''],
  ];
  const faulty = await send(changing, { faulty: 'SKIP', existing: 'KEEP' });
  expect([statuses(faulty), faults(faulty)]).toEqual([['KEPT', 'NEW', 'FAILED'], [[4, 'name', 'Repete a linha 3.']]]);
  expect(await names()).toEqual(['Residência Alto da Serra', 'Torre Norte', 'Torre Sul']);
  const renamed = await send([
    ['name', 'address'],
    ['Residência Alto da Serra', 'Rua Nova, 1'],
  ]);
  expect(counts(renamed)).toEqual(of(0, 1));

  // By the address of another company it is none.
  expect((await undo(renamed, { companyId: other })).status).toBe(404);
  for (const one of [renamed, faulty]) expect((await undo(one)).status).toBe(200);
  expect(await stored()).toEqual([{ ...made[0], version: 3 }, made[1]]);
  // The obra that was changed since stays, with its reason.
  const left = await undo(done);
  expect([told(left), await names()]).toEqual([
    [
      ['Residência Alto da Serra', 'LEFT', 'Foi alterada depois da importação.'],
      ['Torre Sul', 'REMOVED'],
    ],
    ['Residência Alto da Serra'],
  ]);
});

test('what is wrong with a row is told in its cell', async () => {
  const wrong = await send(
    [
      ['name', 'address', 'active'],
      ['', 'Rua A', ''],
      ['x'.repeat(121), '', ''],
      ['Casa', 'y'.repeat(201), 'talvez'],
    ],
    { dryRun: true },
  );
  expect(faults(wrong)).toEqual([
    [2, 'name', 'Campo obrigatório.'],
    [3, 'name', 'Informe no máximo 120 caracteres.'],
    [4, 'active', expect.any(String)],
    [4, 'address', 'Informe no máximo 200 caracteres.'],
  ]);
});

test('who works in one obra makes others and gets them, and touches none that is hidden or without ENGINEERING', async () => {
  const place = { accountId: office.accountId, companyId: office.companyId };
  const [own, read] = [
    await services.seed.building(place, { name: 'Minha' }),
    await services.seed.building(place, { name: 'Só vejo' }),
  ];
  await services.seed.building(place, { name: 'Escondida' });
  const grant = { companyId: office.companyId };
  const engineer = await services.seed.user(office.accountId, {
    grants: [
      { ...grant, buildingId: own, permissions: ['ENGINEERING'] },
      { ...grant, buildingId: read, permissions: ['DEBIT'] },
    ],
  });
  const by = await services.seed.tokenOf(engineer);
  const rows: Sheet = [
    ['name', 'address'],
    ['Minha', 'Rua 1'],
    ['Só vejo', 'Rua 2'],
    ['Escondida', 'Rua 3'],
    ['Nova', ''],
  ];
  const done = await send(rows, { faulty: 'SKIP' }, { by });
  expect([statuses(done), faults(done)]).toEqual([
    ['CHANGED', 'FAILED', 'FAILED', 'NEW'],
    [
      [3, 'address', 'Você não tem permissão de engenharia nesta obra.'],
      [4, 'name', 'Já existe uma obra com este nome nesta empresa.'],
    ],
  ]);
  const listed = await services.api.get(path(), { token: by });
  expect(listed.body.data.content.map(({ name }: { name: string }) => name)).toEqual(['Minha', 'Nova', 'Só vejo']);
  // Whoever does not see all of its obras does not find the import; whoever sees them without ENGINEERING may not.
  const payer = await office.as(['DEBIT']);
  const stranger = await office.as(['ENGINEERING'], read);
  expect((await undo(done, { by: payer })).status).toBe(403);
  expect((await undo(done, { by: stranger })).status).toBe(404);
  expect((await send(rows, { dryRun: true }, { by: payer })).status).toBe(403);
  const back = await undo(done, { by });
  expect(back.body.data.counts).toEqual({ ...undone(1), restored: 1 });
  const grants = await services.seed.sql('select 1 from user_permissions where user_id = $1', [engineer.id]);
  expect(grants).toHaveLength(2);
});

test('forty obras are imported and taken back by as many statements as two', async () => {
  const many = (rows: number): Sheet => [
    ['name', 'address'],
    ...Array.from({ length: rows }, (_, n) => [`Obra ${n}`, `Rua ${n}`]),
  ];
  const queries = ({ headers }: Reply) => headers['x-sql-queries'];
  const engineer = await office.as(['ENGINEERING']);
  const run = async (rows: number) => {
    const done = await send(many(rows), {}, { by: engineer });
    const back = await undo(done, { by: engineer });
    expect([counts(done), back.body.data.counts]).toEqual([of(rows), undone(rows)]);
    return [queries(done), queries(back)];
  };
  const few = await run(2);
  expect(Number(few[0])).toBeGreaterThan(5);
  expect(await run(40)).toEqual(few);
});
