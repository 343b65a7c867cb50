import { formatDate } from '#domain/dates.ts';
import { compare, formatMoney, isPositive, type Money } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import type { Answer } from '../asking.ts';
import { amount, answer, part, say, strong } from '../words.ts';
import { costsOf, excessOf, expensesAt, lookedAt, matrixAt, type Costs, type Obra, type Stage } from './costs.ts';

interface Over {
  obra: Obra;
  costs: Costs;
  stage: Stage;
  estimated: Money;
  excess: Money;
}

const SHOWN = 10;
const MOST_LINKS = 5;
/** Longest name in a line, so that its figure is never cut off. */
const LONGEST_NAME = 120;

/** Stages that hold rows and cost more than estimated: a parent would count the same excess twice. */
const overOf = (obra: Obra, costs: Costs): Over[] => {
  const parents = new Set(costs.stages.map(({ parentId }) => parentId));
  return costs.stages.flatMap((stage) => {
    const { estimated } = stage;
    const excess = excessOf(stage);
    if (parents.has(stage.stageId) || estimated === null || !isPositive(excess)) return [];
    return [{ obra, costs, stage, estimated, excess }];
  });
};

/** Stages above their estimate, the largest excess first. What they cost leads to its expenses, both figures to their matrix. */
export const overEstimate: Answer = async (request, asking) => {
  const { building } = request.names;
  const { obras, where } = lookedAt(building, asking);
  const all: Over[] = [];
  for (const obra of obras) {
    const costs = await costsOf(asking, obra.id);
    if (costs) all.push(...overOf(obra, costs));
  }
  const sorted = all.sort((a, b) => compare(b.excess, a.excess));
  const shown = sorted.slice(0, SHOWN);
  const counts =
    sorted.length > SHOWN ? `, as ${SHOWN} maiores de ${counted(sorted.length, 'etapa')} acima do orçado` : '';
  const scope = `Etapas sem subetapas, valor bruto por competência até ${formatDate(asking.today)}, ${where}${counts}`;
  const [first] = shown;
  if (!first) return answer('overEstimate', say`Nenhuma etapa acima do orçado.`, { scope });
  const places = [...new Map(shown.map((one) => [one.obra.id, one])).values()].slice(0, MOST_LINKS);
  return answer(
    'overEstimate',
    say`${strong(`${first.stage.name}, ${first.obra.name}`)} é a que mais passou: custou ${amount(first.stage.actual)}, ${amount(first.excess)} acima do orçado (${formatMoney(first.estimated)}).`,
    {
      parts: shown.map(({ stage, excess, estimated, obra }) =>
        part(
          `${`${stage.code} ${stage.name}${building ? '' : `, ${obra.name}`}`.slice(0, LONGEST_NAME)}: ${formatMoney(excess)} acima de ${formatMoney(estimated)}`,
          formatMoney(stage.actual),
          'LATE',
          expensesAt(asking, obra.id, stage.stageId),
        ),
      ),
      links: places.map(({ obra, costs }) => ({
        label: `Etapas × categorias${building ? '' : `, ${obra.name}`}`.slice(0, 100),
        to: matrixAt(
          asking,
          obra.id,
          costs,
          shown.filter((one) => one.obra.id === obra.id).map(({ stage }) => stage),
        ),
      })),
      scope,
    },
  );
};
