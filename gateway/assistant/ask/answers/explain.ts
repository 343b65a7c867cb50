import { candidatesOf } from '#domain/assistant/names.ts';
import { formatDate } from '#domain/dates.ts';
import { compare, formatMoney, isPositive, ZERO, type Money } from '#domain/money.ts';
import type { Answer, Asking } from '../asking.ts';
import { amount, answer, part, say, strong } from '../words.ts';
import {
  costsOf,
  excessOf,
  expensesAt,
  lookedAt,
  matrixAt,
  obrasOf,
  type Costs,
  type Obra,
  type Stage,
} from './costs.ts';
import { explainPeriods } from './explainPeriods.ts';

interface Documents {
  transactions: {
    content: {
      id: string;
      documentNumber: string | null;
      description: string | null;
      partner: { name: string } | null;
    }[];
    matching: { transactionId: string; value: Money; grossValue: Money }[];
  } | null;
}
const DOCUMENTS = `query AssistantCauses($companyId: ID!, $filter: TransactionFilter) {
  transactions(companyId: $companyId, type: DEBIT, size: 50, sort: [{ id: "value", desc: true }], filter: $filter) {
    content { id documentNumber description partner { name } } matching { transactionId value grossValue }
  }
}`;

/** Causes that are named, and documents of each. */
const CAUSES = 3;
const DOCUMENTS_OF_CAUSE = 2;

interface Place {
  obra: Obra;
  stage: Stage | null;
  costs: Costs;
  /** Obras that were looked at, where that is not all of them. */
  among?: string;
}

/** The largest documents of a cause, by their gross share in it, each in the list that shows the share. */
const documentsOf = async (asking: Asking, { obra, stage }: Place, category: string | null) => {
  const list = expensesAt(asking, obra.id, stage?.stageId ?? null, category);
  if (list === null) return [];
  const { transactions } = await asking.query<Documents>(DOCUMENTS, {
    companyId: asking.companyId,
    filter: {
      ...{ buildingId: obra.id, competenceTo: asking.today },
      ...(stage !== null && { withinStageId: stage.stageId }),
      ...(category === null ? { withoutCategory: true } : { categoryId: category }),
    },
  });
  const shares = new Map((transactions?.matching ?? []).map((match) => [match.transactionId, match]));
  return (transactions?.content ?? [])
    .map((row) => ({ row, value: ZERO, grossValue: ZERO, ...shares.get(row.id) }))
    .sort((a, b) => compare(b.grossValue, a.grossValue))
    .slice(0, DOCUMENTS_OF_CAUSE)
    .map(({ row, value, grossValue }) =>
      part(
        // The row of the list shows the net value.
        `${row.partner?.name ?? row.description ?? 'Lançamento'}${row.documentNumber ? `, ${row.documentNumber}` : ''}${value === grossValue ? '' : `, bruto de ${formatMoney(value)} líquidos`}`,
        formatMoney(grossValue),
        'NEUTRAL',
        `${list}&id=${row.id}`,
      ),
    );
};

/** Categories by what they are above their estimate; without one, by what they cost. */
const causesOf = ({ stage, costs }: Place) =>
  (stage?.cells ?? costs.columns)
    .map((cell) => ({ cell, excess: excessOf(cell) }))
    .filter(({ excess, cell }) => isPositive(excess) && isPositive(cell.actual))
    .sort((a, b) => compare(b.excess, a.excess))
    .slice(0, CAUSES);

/** What a place cost by its causes: each cost in the list of its expenses, with what it is above its estimate in words. */
const partsOf = async (place: Place, asking: Asking) => {
  const { obra, stage, costs } = place;
  const names = new Map(costs.columns.map(({ categoryId, name }) => [categoryId, name ?? 'Sem categoria']));
  const parts = [];
  for (const { cell, excess } of causesOf(place)) {
    const { estimated, actual, categoryId } = cell;
    const name = names.get(categoryId) ?? 'Sem categoria';
    const label =
      estimated === null ? name : `${name}: ${formatMoney(excess)} acima de ${formatMoney(estimated)} orçados`;
    const to = expensesAt(asking, obra.id, stage?.stageId ?? null, categoryId);
    parts.push(part(label, formatMoney(actual), estimated === null ? 'OUT' : 'LATE', to));
    parts.push(...(await documentsOf(asking, place, categoryId)));
  }
  return parts;
};

const explainPlace = async (place: Place, asking: Asking) => {
  const { obra, stage, costs, among } = place;
  const figures = stage ?? costs.total;
  const { estimated, actual } = figures;
  const excess = excessOf(figures);
  const name = stage ? `${stage.code} ${stage.name}, ${obra.name}` : obra.name;
  const spans =
    estimated === null
      ? say`${strong(name)} não tem orçamento aprovado com que comparar: custou ${amount(actual)}. O que mais custou:`
      : isPositive(excess)
        ? say`${strong(name)} custou ${amount(actual)}, ${amount(excess)} acima do orçado (${formatMoney(estimated)}).`
        : say`${strong(name)} não passou do orçado: custou ${amount(actual)} de ${amount(estimated)}.`;
  const expenses = expensesAt(asking, obra.id, stage?.stageId ?? null);
  return answer('explain', spans, {
    parts: await partsOf(place, asking),
    links: [
      ...(expenses === null ? [] : [{ label: 'Abrir as despesas', to: expenses }]),
      { label: 'Abrir Etapas × categorias', to: matrixAt(asking, obra.id, costs, stage ? [stage] : []) },
    ],
    scope: `As maiores causas por categoria, valor bruto por competência até ${formatDate(asking.today)}${among === undefined ? '' : `; procurei em ${among}`}`,
  });
};

/** Stages that the words may mean, in the obra that is named or in those that are looked at. */
const findStages = async (words: string, obras: readonly Obra[], asking: Asking): Promise<Place[]> => {
  const places: Place[] = [];
  for (const obra of obras) {
    const costs = await costsOf(asking, obra.id);
    if (!costs) continue;
    const rows = candidatesOf(
      words,
      costs.stages.map(({ stageId, name }) => ({ kind: 'stage' as const, id: stageId, name })),
    );
    const best = rows[0]?.score ?? 0;
    for (const row of rows.filter(({ score }) => best - score <= 0.02)) {
      const stage = costs.stages.find(({ stageId }) => stageId === row.id);
      if (stage) places.push({ obra, stage, costs });
    }
  }
  // What spent nothing and has no estimate explains nothing.
  const spent = places.filter(({ stage }) => stage && (isPositive(stage.actual) || stage.estimated !== null));
  return spent.length > 0 ? spent : places;
};

const explainStage = async (words: string, building: Obra | undefined, asking: Asking) => {
  const { obras, where, all } = lookedAt(building, asking);
  const places = await findStages(words, obras, asking);
  const [only, other] = places;
  // Where not all obras were looked at, there may be others: naming one looks there.
  const missing = all ? '' : ` Procurei em ${where}: diga também a obra para eu olhar em outra.`;
  if (!only)
    return answer(
      'explain',
      say`Não encontrei a etapa ${strong(words)} ${building ? `em ${building.name}` : all ? 'nas obras que você vê' : 'ali'}.${missing}`,
    );
  if (!other) return explainPlace(all ? only : { ...only, among: where }, asking);
  return answer('explain', say`Há ${strong(String(places.length))} etapas com esse nome. Qual?${missing}`, {
    choices: places.slice(0, 8).map(({ stage, obra }) => ({
      label: `${stage?.code ?? ''} ${stage?.name ?? ''}, ${obra.name}`.slice(0, 200),
      text: `por que a etapa ${stage?.name ?? ''} da obra ${obra.name} estourou`.slice(0, 500),
    })),
  });
};

/** Why a stage or an obra is above its estimate, or a month worse than another. */
export const explain: Answer = async (request, asking) => {
  const { building } = request.names;
  const words = request.said.stage;
  if ((request.slots.periods?.length ?? 0) > 0) return explainPeriods(request, asking);
  if (words !== undefined) return explainStage(words, building, asking);
  if (!building)
    return answer('explain', say`De qual obra ou etapa?`, {
      choices: obrasOf(asking)
        .slice(0, 8)
        .map(({ name }) => ({ label: name, text: `por que a obra ${name} está acima do orçado`.slice(0, 500) })),
    });
  const costs = await costsOf(asking, building.id);
  if (!costs) return answer('explain', say`Não encontrei os custos de ${strong(building.name)}.`);
  return explainPlace({ obra: building, stage: null, costs }, asking);
};
