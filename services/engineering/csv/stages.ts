import { estimatedVsActual } from '#schema/csv/stages.ts';
import type { CsvRow } from '#schema/csv/dataset.ts';
import type { EarnedValue } from '#schema/engineering/estimatedVsActual.rest.ts';
import { csvFeature } from '../../platform/csv/feature.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import { overviewOf } from '../estimatedVsActual/overview.ts';
import { partsOf } from '../estimatedVsActual/parts.ts';
import { stagesOf } from '../stages.ts';

interface Asked {
  session: Session;
  companyId: number;
  today: string;
  query: { buildingId: number; date?: string };
}

const figures = (value: EarnedValue) => ({
  estimateTotal: value.estimateTotal,
  estimatedValue: value.estimatedValue,
  measuredValue: value.measuredValue,
  availableValue: value.availableValue,
  actualValue: value.actualValue,
  committedValue: value.committedValue,
});

/** The screen Orçado × realizado at a day: a tree of stages of one building, and what stands in none. */
async function* stageRows(
  trx: Trx,
  { session, companyId, today, query: { buildingId, date = today } }: Asked,
): AsyncGenerator<CsvRow<typeof estimatedVsActual.columns>> {
  const asked = { date, withBdi: false, months: true };
  const [parts] = await partsOf(trx, session, { companyId, buildingId }, asked);
  const [tree] = parts ? await stagesOf(trx, session, companyId, [buildingId]) : [];
  if (!parts || !tree) throw notFound('Obra não encontrada.');
  const { stages, withoutStage } = overviewOf(parts, tree.content, asked);
  const building = { buildingId, building: parts.building.name };
  for (const stage of stages) {
    const { id: stageId, code, name, level } = stage;
    yield { ...building, stageId, code, stage: name, level, ...figures(stage) };
  }
  yield { ...building, stageId: null, code: null, stage: 'Sem etapa', level: 0, ...figures(withoutStage) };
}

export const stageCsv = csvFeature(estimatedVsActual, { permission: 'ENGINEERING', read: stageRows });
