import { YESTERDAY, type Make, type Office, type SiteWriteKind, type Write } from './write.ts';

const json = (path: string, body: object) => ({ path, type: 'application/json', body });

/** What the writes of a round need of earlier answers. */
const idOf = ({ answers }: Write): number => (answers[0] as { id: number }).id;
const rowOf = ({ answers }: Write, wanted: string): number => {
  const { created } = answers[0] as { created: { key: string; id: number }[] };
  return created.find(({ key }) => key === wanted)?.id ?? 0;
};

/**
 * A cost estimate from its header to a closed measurement: 10 × 100,00 and 3 × 33,33 contracted, 5 and 3 measured:
 * 500,00 + 99,99 = 599,99, less 5 % (30,00) = 569,99 to be received.
 */
export async function* siteRound(office: Office, name: string, make: Make): AsyncGenerator<Write> {
  const [building] = office.buildings;
  const estimates = `/api/v1/engineering/company/${office.companyId}/cost-estimate`;
  const header = { code: name, description: name, building: { id: building }, customer: { id: office.customer } };
  const made = make('estimate', json(estimates, header));
  yield made;
  const id = idOf(made);
  const line = { parentKey: 'stage', type: 'TASK', unit: 'm' };
  const rows = make(
    'rows',
    json(`${estimates}/${id}/detail`, [
      { key: 'stage', type: 'GROUP', description: 'Fundação' },
      { key: 'pile', description: 'Estaca', quantity: '10', unitPrice: '100', ...line },
      { key: 'block', description: 'Bloco', quantity: '3', unitPrice: '33.33', ...line },
    ]),
  );
  yield rows;
  yield make('approval', json(`${estimates}/${id}/approval`, { approved: true }));
  const sides = `/api/v1/engineering/cost-estimates/${id}/measurement-contracts`;
  const side = make('side', json(sides, { kind: 'CUSTOMER', retentionPercentage: '5' }));
  yield side;
  const measurements = `/api/v1/engineering/measurement-contracts/${idOf(side)}/measurements`;
  const measurement = make('measurement', json(measurements, { periodEnd: YESTERDAY }));
  yield measurement;
  const sheet = `/api/v1/engineering/measurements/${idOf(measurement)}`;
  const lines = [
    { id: rowOf(rows, 'pile'), accumulated: '5' },
    { id: rowOf(rows, 'block'), accumulated: '3' },
  ];
  yield make('lines', json(`${sheet}/lines`, { lines }), 'PUT');
  yield make('closing', json(`${sheet}/status`, { status: 'CLOSED' }));
}

const MEASURED = `cost_estimates e join measurement_contracts k on k.cost_estimate_id = e.id
  join measurements m on m.contract_id = k.id`;

/** SQL by kind that returns a name once for each effect of its write. */
export const SITE_EFFECTS: Record<SiteWriteKind, string> = {
  estimate: 'select code as name from cost_estimates',
  rows: `select e.code as name from cost_estimates e where e.total = 1099.99
    and (select count(*) from cost_estimate_lines l where l.cost_estimate_id = e.id) = 2`,
  approval: `select e.code as name from cost_estimates e join cost_estimate_revisions r on r.cost_estimate_id = e.id
    where e.approved`,
  side: `select e.code as name from cost_estimates e join measurement_contracts k on k.cost_estimate_id = e.id`,
  measurement: `select e.code as name from ${MEASURED}`,
  lines: `select e.code as name from ${MEASURED} where m.accumulated_value = 599.99
    and (select count(*) from measurement_entries x where x.measurement_id = m.id and x.version = 1) = 2`,
  closing: `select e.code as name from ${MEASURED} join transactions t on t.id = m.transaction_id
    where m.status = 'CLOSED' and t.type = 'CREDIT' and t.value = 569.99`,
};

/** SQL for rows that a partial write would leave; must return none. */
export const SITE_HALVES: Record<string, string> = {
  'estimates with some of their rows': `select e.code as name from cost_estimates e
    where (select count(*) from cost_estimate_lines l where l.cost_estimate_id = e.id) not in (0, 2)
      or (e.total <> 0) <> exists (select from cost_estimate_lines l where l.cost_estimate_id = e.id)`,
  'closed measurements without their document': `select e.code as name from ${MEASURED}
    where (m.status = 'CLOSED') <> (m.transaction_id is not null)`,
  'incomes that no measurement has': `select t.id::text as name from transactions t
    where t.type = 'CREDIT' and not exists (select from measurements m where m.transaction_id = t.id)`,
};
