import type pg from 'pg';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { decimal4 } from '#domain/money.ts';
import type { DetailBody } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import { approve } from '../engineering/costEstimates/approval.ts';
import { holdForWrite } from '../engineering/costEstimates/lock.ts';
import { saveDetails } from '../engineering/costEstimates/saveRows.ts';
import type { BuildingKey } from './data/company.ts';
import { VILA_REVISION } from './data/estimateVila.ts';
import { ESTIMATES } from './data/stages.ts';
import { command, deskOf, type Desk } from './desk.ts';
import { estimateIds, readLines, type Lines } from './estimates.ts';
import { keysOf } from './insert.ts';
import type { StageIds } from './stageRows.ts';

interface Company {
  accountId: number;
  companyId: number;
  users: readonly number[];
  stage: StageIds;
}

/** Days from the first approval of the Vila to its second one. */
const REVISED_AFTER = 21;

const decide = (desk: Desk, at: string, key: { companyId: number; id: number }, approved: boolean) => {
  const reader = { session: desk.session, clock: desk.clock };
  return command(desk, at, async (work) =>
    approve(desk.trx, work, reader, { key, held: await holdForWrite(desk.trx, reader, key), approved }),
  );
};

/** The second revision of the Vila as the rows of a save. */
const revisionOf = (lines: Lines, stage: StageIds): DetailBody[] => {
  const { changed, removed, added } = VILA_REVISION;
  const { stage: code, quantity, unitPrice, ...text } = added;
  return [
    ...changed.map(({ place, ...values }) => ({
      id: lines.get(place) ?? 0,
      ...('quantity' in values && { quantity: decimal4(values.quantity) }),
      ...('formula' in values && { formula: values.formula }),
      ...('unitPrice' in values && { unitPrice: decimal4(values.unitPrice) }),
    })),
    { id: lines.get(removed) ?? 0, removed: true },
    {
      ...{ ...text, key: 'added', type: 'TASK', parentId: stage('vila', code) },
      ...{ quantity: decimal4(quantity), unitPrice: decimal4(unitPrice) },
    },
  ];
};

/**
 * Approves the estimates by the services' own commands, which keeps their first revision; that of the Vila is changed
 * later and approved again, so that two revisions can be compared.
 */
export const approveEstimates = async (client: pg.Client, company: Company, day: IsoDate): Promise<void> => {
  const { accountId, companyId, stage } = company;
  const desk = await deskOf(client, company, 'admin@demo.prumo');
  const estimate = await estimateIds(client, accountId);
  const keyOf = (building: BuildingKey) => ({ companyId, id: estimate(building) });
  for (const building of keysOf(ESTIMATES)) {
    if (ESTIMATES[building].approved) await decide(desk, `${day}T08:00:00-03:00`, keyOf(building), true);
  }
  const later = addDays(day, REVISED_AFTER);
  const vila = keyOf('vila');
  const body = revisionOf(await readLines(client, accountId, vila.id), stage);
  await decide(desk, `${later}T09:05:00-03:00`, vila, false);
  await command(desk, `${later}T10:40:00-03:00`, (work) =>
    saveDetails(desk.trx, work, { session: desk.session, clock: desk.clock }, { key: vila, body }),
  );
  await decide(desk, `${later}T11:20:00-03:00`, vila, true);
};
