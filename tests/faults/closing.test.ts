import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { killPrograms, run } from '#tests/runtime/kit.ts';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { systemClock } from '#services/platform/clock.ts';
import { until } from './stack.ts';

let services: TestServices;
let office: Office;

beforeAll(async () => {
  services = await startServices();
  // The killed process has the clock of the machine.
  services.clock.set(systemClock.now().toISOString());
  office = await openOffice(services.seed);
});
afterEach(() => killPrograms());
afterAll(() => services.stop());

const state = async () =>
  (
    await services.seed.sql<object>(
      `select (select closed_through::text from companies where id = $1) as through,
              (select count(*)::integer from month_closings where company_id = $1) as closings,
              (select count(*)::integer from audit_log where entity = 'monthClosing') as audited`,
      [office.companyId],
    )
  )[0];

test('a closing whose process is killed before its end has not happened, and is done by the next one', async () => {
  const program = run(['--import', 'tsx', 'tests/faults/closingProcess.ts'], { DATABASE_URL: services.database.url });
  const address = await program.prints(/ready (\S+)/);
  const path = `/api/v1/financial/company/${office.companyId}/month-closings/2026-01/close`;
  // Its last statement, the history, waits for this lock: everything before is written, and not committed.
  const blocker = new pg.Client({ connectionString: services.database.ownerUrl });
  await blocker.connect();
  await blocker.query('begin; lock table audit_log in share mode');
  const sent = fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${office.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ confirmedCount: 0 }),
  }).catch(() => null);
  await until(
    async () =>
      (await blocker.query(`select from pg_locks where relation = 'audit_log'::regclass and not granted`)).rows.length >
      0,
    10_000,
    'the closing at its last statement',
  );
  program.child.kill('SIGKILL');
  await program.ended(5_000);
  expect(await sent).toBeNull();
  await blocker.query('commit');
  await blocker.end();
  await until(
    async () =>
      (await services.seed.sql(`select from pg_locks where relation = 'audit_log'::regclass and not granted`))
        .length === 0,
    10_000,
    'the end of its SQL transaction',
  );
  expect(await state()).toEqual({ through: null, closings: 0, audited: 0 });
  const again = await services.api.post(path, { token: office.admin, body: { confirmedCount: 0 } });
  expect([again.status, again.body.data?.closedThrough]).toEqual([200, '2026-01-31']);
  expect(await state()).toEqual({ through: '2026-01-31', closings: 1, audited: 1 });
}, 60_000);
