import type { CostEstimate } from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { EarnedValue } from '#schema/engineering/estimatedVsActual.rest.ts';
import { anyOf } from '../../platform/access.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import { pagedRows } from '../../platform/reports/cursor.ts';
import type { Asked, Cell, Content, ReportDescription, Row } from '../../platform/reports/description.ts';
import { readAbc } from '../costEstimates/abc.ts';
import { listEstimates } from '../costEstimates/read.ts';
import { overviewOf } from '../estimatedVsActual/overview.ts';
import { partsOf } from '../estimatedVsActual/parts.ts';
import { listMeasurements } from '../measurements/read.ts';
import { stagesOf } from '../stages.ts';

const BUILDING_MISSING = 'Obra não encontrada.';

const valueCells = (value: EarnedValue): Cell[] => [
  ...[value.estimateTotal, value.estimatedValue, value.measuredValue, value.actualValue],
  ...[value.committedValue, value.availableValue],
];

/** The screen Orçado × realizado at a day. */
const readOverview = async (trx: Trx, { session, companyId, building, to: date }: Asked): Promise<Content> => {
  const place = { companyId, buildingId: building?.id ?? 0 };
  const asked = { date, withBdi: false, months: true };
  const [parts] = await partsOf(trx, session, place, asked);
  const [tree] = parts ? await stagesOf(trx, session, companyId, [place.buildingId]) : [];
  if (!parts || !tree) throw notFound(BUILDING_MISSING);
  const { stages, total, withoutStage } = overviewOf(parts, tree.content, asked);
  const rows: Row[] = stages.map((stage) => ({
    ...{ level: stage.level, strong: stage.level === 0 },
    cells: [`${stage.code} ${stage.name}`, ...valueCells(stage)],
  }));
  const money = (title: string) => ({ title, kind: 'MONEY' as const, width: 17 });
  return {
    columns: [
      { title: 'Etapa', kind: 'TEXT', width: 46 },
      ...['Orçado', 'Planejado', 'Medido', 'Realizado', 'Comprometido', 'Disponível'].map(money),
    ],
    rows:
      rows.length === 0 && total.actualValue === '0.00'
        ? []
        : [...rows, { cells: ['Sem etapa', ...valueCells(withoutStage)] }],
    totals: ['Total', ...valueCells(total)],
    notes: ['Orçado e medido sem BDI. A soma das etapas de primeiro nível e de “Sem etapa” é o total.'],
  };
};

const STATUS = { OPEN: 'Em aberto', REVIEW: 'Em revisão', CLOSED: 'Fechada' } as const;

/** Measurements of the list whose period ends within the days. */
const readMeasurements = async (trx: Trx, { session, companyId, building, from, to }: Asked): Promise<Content> => {
  const filter = building ? { building: building.id } : {};
  const rows = async function* (): AsyncGenerator<Row> {
    const pages = pagedRows(({ page, size }) =>
      listMeasurements(trx, session, companyId, { ...filter, page, size, sort: 'building,periodEnd,number' }),
    );
    for await (const one of pages) {
      if (one.periodEnd < from || one.periodEnd > to) continue;
      const { costEstimate, partner, number, periodStart, periodEnd, status } = one;
      yield {
        group: one.building.name,
        cells: [
          ...[periodEnd, periodStart, `${number}ª`, costEstimate.code, partner?.name ?? 'Cliente', STATUS[status]],
          ...[one.periodValue, one.retentionValue, one.netValue, one.accumulatedValue, one.percentage],
        ],
      };
    }
  };
  const money = (title: string) => ({ title, kind: 'MONEY' as const, width: 16, sum: true });
  return {
    columns: [
      { title: 'Fim', kind: 'DATE', width: 16 },
      { title: 'Começo', kind: 'DATE', width: 12 },
      { title: 'Medição', kind: 'TEXT', width: 10 },
      { title: 'Orçamento', kind: 'TEXT', width: 14 },
      { title: 'Contratado', kind: 'TEXT', width: 26 },
      { title: 'Situação', kind: 'TEXT', width: 13 },
      ...['No período', 'Retenção', 'Líquido'].map(money),
      { title: 'Acumulado', kind: 'MONEY', width: 16 },
      { title: '% medido', kind: 'PERCENT', width: 10 },
    ],
    rows: rows(),
  };
};

/** Curva ABC of every approved cost estimate of a building, of services or of inputs. */
const readCurve = async (trx: Trx, asked: Asked): Promise<Content> => {
  const { session, companyId, building, grouping, clock } = asked;
  const reader = { session, clock };
  const content: CostEstimate[] = [];
  const pages = pagedRows(
    (page) => listEstimates(trx, reader, companyId, { ...page, building: building?.id ?? 0, sort: 'code' }),
    50,
  );
  for await (const estimate of pages) content.push(estimate);
  const approved = content.filter((one) => one.approved);
  const counted = approved.length > 0 ? approved : content.slice(0, 1);
  const kind = grouping === 'INPUTS' ? ('INPUTS' as const) : ('SERVICES' as const);
  const rows: Row[] = [];
  for (const estimate of counted) {
    const curve = await readAbc(trx, reader, { companyId, id: estimate.id }, { kind });
    for (const row of curve.rows)
      rows.push({
        group: `${estimate.code} ${estimate.description}`,
        cells: [
          ...[row.description, row.code, row.unit ?? '', row.quantity, row.unitPrice, row.total, row.share],
          ...[row.accumulatedShare, row.abcClass],
        ],
      });
  }
  return {
    columns: [
      { title: kind === 'INPUTS' ? 'Insumo' : 'Serviço', kind: 'TEXT', width: 48 },
      { title: 'Código', kind: 'TEXT', width: 12 },
      { title: 'Unidade', kind: 'TEXT', width: 9 },
      { title: 'Quantidade', kind: 'QUANTITY', width: 14 },
      { title: 'Preço', kind: 'PRICE', width: 14 },
      { title: 'Total', kind: 'MONEY', width: 17, sum: true },
      { title: '%', kind: 'PERCENT', width: 9 },
      { title: '% acumulado', kind: 'PERCENT', width: 12 },
      { title: 'Classe', kind: 'TEXT', width: 8 },
    ],
    rows,
    ...(approved.length > 0 || counted.length === 0
      ? {}
      : { notes: ['Nenhum orçamento desta obra está aprovado: conta o primeiro por código.'] }),
  };
};

export const engineeringReports: readonly ReportDescription[] = [
  {
    ...{ report: 'estimated-actual', title: 'Orçado × realizado', group: 'ENGINEERING' },
    description: 'Orçado, planejado, medido e realizado por etapa',
    ...{ access: anyOf('ENGINEERING'), period: 'UNTIL', building: 'REQUIRED', landscape: true, read: readOverview },
  },
  {
    ...{ report: 'measurements', title: 'Medições', group: 'ENGINEERING' },
    description: 'Medições cujo período termina nos dias escolhidos',
    ...{ access: anyOf('ENGINEERING'), period: 'DAYS', building: 'OPTIONAL', landscape: true, read: readMeasurements },
  },
  {
    ...{ report: 'abc-curve', title: 'Curva ABC', group: 'ENGINEERING' },
    description: 'O que mais pesa no orçamento de uma obra',
    ...{ access: anyOf('ENGINEERING'), period: 'NONE', building: 'REQUIRED', landscape: true, read: readCurve },
    groupings: [
      { grouping: 'SERVICES', title: 'Serviços' },
      { grouping: 'INPUTS', title: 'Insumos' },
    ],
  },
];
