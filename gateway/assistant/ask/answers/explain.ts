import { formatDate } from '#domain/dates.ts';
import { formatMoney, compare, isPositive, subtract, type Money } from '#domain/money.ts';
import { candidatesOf, type Candidate } from '#domain/assistant/names.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { amount, answer, capital, listAt, part, PATHS, say, strong } from '../words.ts';

interface Cell {
  categoryId: string | null;
  estimated: Money | null;
  committed: Money;
  actual: Money;
}
interface Stage {
  stageId: string;
  code: string;
  name: string;
  parentId: string | null;
  level: number;
  split: boolean;
  estimated: Money | null;
  committed: Money;
  actual: Money;
  cells: Cell[];
}
interface Breakdown {
  costBreakdown: {
    columns: { categoryId: string | null; name: string | null }[];
    stages: Stage[];
    total: { estimated: Money | null; actual: Money; committed: Money };
  } | null;
}
const QUERY = `query AssistantBreakdown($companyId: ID!, $buildingId: ID!, $date: Date!) {
  costBreakdown(companyId: $companyId, buildingId: $buildingId, regime: ACCRUAL, date: $date) {
    columns { categoryId name }
    stages { stageId code name parentId level split estimated committed actual cells { categoryId estimated committed actual } }
    total { estimated actual committed }
  }
}`;

interface Documents {
  transactions: {
    content: {
      id: string;
      documentNumber: string | null;
      description: string | null;
      partner: { name: string } | null;
    }[];
    matching: { transactionId: string; grossValue: Money }[];
  } | null;
}
const DOCUMENTS = `query AssistantCauses($companyId: ID!, $filter: TransactionFilter) {
  transactions(companyId: $companyId, type: DEBIT, size: 50, sort: [{ id: "value", desc: true }], filter: $filter) {
    content { id documentNumber description partner { name } } matching { transactionId grossValue }
  }
}`;

/** Causes that are named, and documents of each. */
const CAUSES = 3;
const DOCUMENTS_OF_CAUSE = 2;
/** Obras in which a stage is looked for when none is named. */
const MOST_BUILDINGS = 12;

const read = async ({ query, companyId, today }: Asking, buildingId: string) =>
  (await query<Breakdown>(QUERY, { companyId, buildingId, date: today })).costBreakdown;

const over = ({ estimated, actual }: Pick<Stage, 'estimated' | 'actual'>): Money =>
  subtract(actual, estimated ?? '0.00');

const at = (building: string, stage: string | null, category?: string | null): string =>
  listAt(PATHS.expenses, {
    building,
    ...(stage !== null && { withinStage: stage }),
    ...(category === null ? { withoutCategory: 'true' } : { category }),
  });

const screenAt = (building: string): string => `${PATHS.overview}?building=${building}`;

/** The largest documents of a cause, by their gross share. */
const documentsOf = async (asking: Asking, building: string, stage: string | null, category: string | null) => {
  const { transactions } = await asking.query<Documents>(DOCUMENTS, {
    companyId: asking.companyId,
    filter: {
      ...{ buildingId: building, competenceTo: asking.today },
      ...(stage !== null && { withinStageId: stage }),
      ...(category === null ? { withoutCategory: true } : { categoryId: category }),
    },
  });
  const values = new Map(
    (transactions?.matching ?? []).map(({ transactionId, grossValue }) => [transactionId, grossValue]),
  );
  return (transactions?.content ?? [])
    .map((row) => ({ row, value: values.get(row.id) ?? '0.00' }))
    .sort((a, b) => compare(b.value, a.value))
    .slice(0, DOCUMENTS_OF_CAUSE)
    .map(({ row, value }) =>
      part(
        `${row.partner?.name ?? row.description ?? 'Lançamento'}${row.documentNumber ? `, ${row.documentNumber}` : ''}`,
        formatMoney(value),
        'NEUTRAL',
        `${PATHS.expenses}?id=${row.id}`,
      ),
    );
};

interface Place {
  building: { id: string; name: string };
  stage: Stage | null;
  breakdown: NonNullable<Breakdown['costBreakdown']>;
}

/** Categories by what they are above their estimate; without one, by what they cost. */
const causesOf = (place: Place, asking: Asking) => {
  const cells = place.stage ? place.stage.cells : totalCells(place.breakdown);
  return cells
    .map((cell) => ({ cell, excess: over(cell) }))
    .filter(({ excess, cell }) => isPositive(excess) && isPositive(cell.actual))
    .sort((a, b) => compare(b.excess, a.excess))
    .slice(0, CAUSES)
    .map((cause) => ({ ...cause, today: asking.today }));
};

/** Cells of the whole obra: those of its top stages summed. */
const totalCells = ({ stages }: NonNullable<Breakdown['costBreakdown']>): Cell[] => {
  const sums = new Map<string | null, Cell>();
  for (const { cells } of stages.filter(({ level }) => level === 0)) {
    for (const cell of cells) {
      const known = sums.get(cell.categoryId);
      sums.set(cell.categoryId, known ? addCells(known, cell) : cell);
    }
  }
  return [...sums.values()];
};

const plus = (a: Money, b: Money): Money => subtract(a, subtract('0.00', b));
const addCells = (a: Cell, b: Cell): Cell => ({
  categoryId: a.categoryId,
  estimated: a.estimated === null && b.estimated === null ? null : plus(a.estimated ?? '0.00', b.estimated ?? '0.00'),
  committed: plus(a.committed, b.committed),
  actual: plus(a.actual, b.actual),
});

const explainPlace = async (place: Place, asking: Asking) => {
  const { building, stage, breakdown } = place;
  const figures = stage ?? breakdown.total;
  const name = stage ? `${stage.code} ${stage.name}, ${building.name}` : building.name;
  const excess = over(figures);
  const names = new Map(breakdown.columns.map(({ categoryId, name: own }) => [categoryId, own ?? 'Sem categoria']));
  const causes = causesOf(place, asking);
  const parts = [];
  for (const { cell, excess: more } of causes) {
    const label = names.get(cell.categoryId) ?? 'Sem categoria';
    const compared = cell.estimated === null ? '' : ` de ${formatMoney(cell.estimated)} orçados`;
    parts.push(
      part(
        cell.estimated === null ? label : `${label}: ${formatMoney(cell.actual)}${compared}`,
        cell.estimated === null ? formatMoney(cell.actual) : `+${formatMoney(more)}`,
        cell.estimated === null ? 'OUT' : 'LATE',
        at(building.id, stage?.stageId ?? null, cell.categoryId),
      ),
    );
    parts.push(...(await documentsOf(asking, building.id, stage?.stageId ?? null, cell.categoryId)));
  }
  const estimated = figures.estimated;
  const spans =
    estimated === null
      ? say`${strong(name)} não tem orçamento aprovado com que comparar: custou ${amount(figures.actual)}. O que mais custou:`
      : isPositive(excess)
        ? say`${strong(name)} custou ${amount(figures.actual)}, ${amount(excess)} acima do orçado (${formatMoney(estimated)}).`
        : say`${strong(name)} não passou do orçado: custou ${amount(figures.actual)} de ${amount(estimated)}.`;
  return answer('explain', spans, {
    parts: parts.slice(0, 12),
    links: [
      { label: 'Abrir as despesas', to: at(building.id, stage?.stageId ?? null) },
      { label: 'Abrir Orçado × realizado', to: screenAt(building.id) },
    ],
    scope: `As maiores causas por categoria, valor bruto por competência até ${formatDate(asking.today)}`,
  });
};

interface Groups {
  first: { content: { ownerId: string | null; name: string | null; value: Money }[]; total: Money } | null;
  second: { content: { ownerId: string | null; name: string | null; value: Money }[]; total: Money } | null;
}
const TWO = `query AssistantTwoPeriods($companyId: ID!, $first: InstallmentGroupsFilter!, $second: InstallmentGroupsFilter!) {
  first: installmentGroups(companyId: $companyId, type: DEBIT, by: CATEGORY, filter: $first) { content { ownerId name value } total }
  second: installmentGroups(companyId: $companyId, type: DEBIT, by: CATEGORY, filter: $second) { content { ownerId name value } total }
}`;

/** What made the expenses of one period differ from another's: the three categories that changed most. */
const explainPeriods = async (request: Request, asking: Asking) => {
  const [first, second] = (request.slots.periods ?? []).map(({ past }) => past);
  if (!first || !second)
    return answer('explain', say`Comparar com que período? Por exemplo: “por que outubro foi pior que setembro”.`);
  const { building } = request.names;
  const filterOf = ({ from, to }: { from: string; to: string }) => ({
    state: 'PAID',
    from,
    to,
    ...(building && { buildingId: building.id }),
  });
  const data = await asking.query<Groups>(TWO, {
    companyId: asking.companyId,
    first: filterOf(first),
    second: filterOf(second),
  });
  const before = new Map((data.second?.content ?? []).map((group) => [group.ownerId, group]));
  const now = new Map((data.first?.content ?? []).map((group) => [group.ownerId, group]));
  const total = subtract(data.first?.total ?? '0.00', data.second?.total ?? '0.00');
  const more = isPositive(total);
  const changes = [...new Set([...now.keys(), ...before.keys()])]
    .map((id) => ({
      id,
      name: now.get(id)?.name ?? before.get(id)?.name ?? 'Sem categoria',
      change: subtract(now.get(id)?.value ?? '0.00', before.get(id)?.value ?? '0.00'),
    }))
    .sort((a, b) => (more ? compare(b.change, a.change) : compare(a.change, b.change)))
    .slice(0, CAUSES);
  const days = (period: { from: string; to: string }, id: string | null) =>
    listAt(PATHS.expenses, {
      paidFrom: period.from,
      paidTo: period.to,
      building: building?.id ?? 'all',
      ...(id === null ? { withoutCategory: 'true' } : { category: id }),
    });
  return answer(
    'explain',
    say`${capital(first.when)} você pagou ${amount(data.first?.total ?? '0.00')}, e ${second.when} ${amount(data.second?.total ?? '0.00')}. O que mais mudou:`,
    {
      parts: [
        ...changes.map(({ id, name, change }) =>
          part(
            name,
            `${isPositive(change) ? '+' : ''}${formatMoney(change)}`,
            isPositive(change) ? 'LATE' : 'IN',
            days(first, id),
          ),
        ),
        part('Diferença', formatMoney(total)),
      ],
      scope: 'Despesas pagas por categoria, pela data do pagamento',
    },
  );
};

const buildingsOf = ({ session, companyId }: Asking) =>
  Object.entries(session.companies[companyId]?.buildings ?? {}).map(([id, { name }]) => ({ id, name }));

/** Stages that the words may mean, in the obra that is named or in all of them. */
const findStages = async (words: string, building: Candidate | undefined, asking: Asking): Promise<Place[]> => {
  const buildings = (building ? [{ id: building.id, name: building.name }] : buildingsOf(asking)).slice(
    0,
    MOST_BUILDINGS,
  );
  const places: Place[] = [];
  for (const one of buildings) {
    const breakdown = await read(asking, one.id);
    if (!breakdown) continue;
    const rows = candidatesOf(
      words,
      breakdown.stages.map(({ stageId, name }) => ({ kind: 'stage' as const, id: stageId, name })),
    );
    const best = rows[0]?.score ?? 0;
    for (const row of rows.filter(({ score }) => best - score <= 0.02)) {
      const stage = breakdown.stages.find(({ stageId }) => stageId === row.id);
      if (stage) places.push({ building: one, stage, breakdown });
    }
  }
  // What spent nothing and has no estimate explains nothing.
  const spent = places.filter(({ stage }) => stage && (isPositive(stage.actual) || stage.estimated !== null));
  return spent.length > 0 ? spent : places;
};

/** Why a stage or an obra is above its estimate, or a month worse than another. */
export const explain: Answer = async (request, asking) => {
  const { building } = request.names;
  const words = request.said.stage;
  if ((request.slots.periods?.length ?? 0) > 0) return explainPeriods(request, asking);
  if (words === undefined) {
    if (!building)
      return answer('explain', say`De qual obra ou etapa?`, {
        choices: buildingsOf(asking)
          .slice(0, 8)
          .map(({ name }) => ({ label: name, text: `por que a obra ${name} está acima do orçado`.slice(0, 500) })),
      });
    const breakdown = await read(asking, building.id);
    if (!breakdown) return answer('explain', say`Não encontrei os custos de ${strong(building.name)}.`);
    return explainPlace({ building, stage: null, breakdown }, asking);
  }
  const places = await findStages(words, building, asking);
  const [only, other] = places;
  if (!only)
    return answer(
      'explain',
      say`Não encontrei a etapa ${strong(words)} ${building ? `em ${building.name}` : 'nas obras que você vê'}.`,
    );
  if (!other) return explainPlace(only, asking);
  return answer('explain', say`Há ${strong(String(places.length))} etapas com esse nome. Qual?`, {
    choices: places.slice(0, 8).map(({ stage, building: own }) => ({
      label: `${stage?.code ?? ''} ${stage?.name ?? ''}, ${own.name}`.slice(0, 200),
      text: `por que a etapa ${stage?.name ?? ''} da obra ${own.name} estourou`.slice(0, 500),
    })),
  });
};

/** Stages above their estimate, the largest excess first. */
export const overEstimate: Answer = async (request, asking) => {
  const { building } = request.names;
  const buildings = (building ? [{ id: building.id, name: building.name }] : buildingsOf(asking)).slice(
    0,
    MOST_BUILDINGS,
  );
  const all: { stage: Stage; excess: Money; building: { id: string; name: string } }[] = [];
  for (const one of buildings) {
    const breakdown = await read(asking, one.id);
    const parents = new Set((breakdown?.stages ?? []).map(({ parentId }) => parentId));
    for (const stage of breakdown?.stages ?? []) {
      // The stages that hold the rows: a parent would count the same excess twice.
      if (!parents.has(stage.stageId) && stage.estimated !== null && isPositive(over(stage)))
        all.push({ stage, excess: over(stage), building: one });
    }
  }
  const sorted = all.sort((a, b) => compare(b.excess, a.excess));
  const where = building
    ? building.name
    : buildings.length === MOST_BUILDINGS
      ? `primeiras ${MOST_BUILDINGS} obras`
      : 'obras que você vê';
  const scope = `Etapas sem subetapas, valor bruto por competência até ${formatDate(asking.today)}, ${where}`;
  const [first] = sorted;
  if (!first) return answer('overEstimate', say`Nenhuma etapa acima do orçado.`, { scope });
  return answer(
    'overEstimate',
    say`${strong(`${first.stage.name}, ${first.building.name}`)} é a que mais passou: ${amount(first.excess)} acima do orçado.`,
    {
      parts: sorted
        .slice(0, 10)
        .map(({ stage, excess, building: own }) =>
          part(
            `${stage.code} ${stage.name}${building ? '' : `, ${own.name}`}`,
            `+${formatMoney(excess)}`,
            'LATE',
            at(own.id, stage.stageId),
          ),
        ),
      links: [{ label: 'Abrir Orçado × realizado', to: screenAt(first.building.id) }],
      scope,
    },
  );
};
