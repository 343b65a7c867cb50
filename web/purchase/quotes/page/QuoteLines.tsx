import { formatExact, formatUnitPrice } from '#domain/numberFormat.ts';
import { useStageChoice } from '#web/choices/useStageChoice.ts';
import { notifyUndo } from '#web/client/notify.ts';
import { useCells } from '#web/form/lines/cells.ts';
import type { LineColumn } from '#web/form/lines/columns.ts';
import { LineGrid } from '#web/form/lines/LineGrid.tsx';
import { LineSearch, type Found } from '#web/form/lines/LineSearch.tsx';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { OrderCandidatesDocument, type OrderCandidateFragment } from '#web/generated/purchase.ts';
import { CostEstimateIcon } from '#web/ui/icons.ts';
import { Button, Card, Combobox, Problem, QuantityInput, TextInput } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import type { NewLine } from '#web/session/newPurchase.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { addLines, removeLine, restoreLine, setLine, setLines } from './edits.ts';
import type { QuoteForm, QuoteFormLine, QuoteFormState } from './form.ts';
import { FromEstimate } from './FromEstimate.tsx';
import { givenLine, linePath, newKey } from './model.ts';
import { useUnitChoice } from './useUnitChoice.ts';
import styles from './page.module.css';

interface QuoteLinesProps {
  state: QuoteFormState;
  history: FormHistory<QuoteForm>;
}

const keyOf = ({ key }: QuoteFormLine): string => key;
const FIELDS = ['description', 'unit', 'quantity', 'stage', 'referencePrice', 'id'];

/** Why a line cannot be saved: by its key from the form, by its place from the services. */
const lineProblem = (problems: QuoteFormState['problems'], { key }: QuoteFormLine, index: number) => {
  const found = FIELDS.flatMap((field) => [problems[linePath(key, field)], problems[`lines.${index}.${field}`]]);
  const said = [...found, problems[`lines.${index}`]].filter((problem) => problem !== undefined);
  return said.length === 0 ? undefined : [...new Set(said)].join('. ');
};

const lineOf = ({ id, code, name, unit, purchaseUnit }: OrderCandidateFragment, stage: Option | null) => {
  const bought = purchaseUnit ?? unit;
  return {
    ...{ key: newKey(), id: null, productId: id, code, description: name, quantity: '', stage, referencePrice: '' },
    unit: bought ? { id: bought.id, label: bought.acronyms } : null,
  };
};

/** The items of a request: products of the register, or words. */
export const QuoteLines = ({ state, history }: QuoteLinesProps) => {
  const { form, problems } = state;
  const client = useApolloClient();
  const cells = useCells();
  const stages = useStageChoice(form.building?.id ?? null);
  const units = useUnitChoice();
  const find = async (search: string): Promise<Found<OrderCandidateFragment>> => {
    const { data } = await client.query({
      ...{ query: OrderCandidatesDocument, variables: { search }, fetchPolicy: 'network-only' },
      context: { quiet: true },
    });
    return { content: data?.products?.content ?? [], total: data?.products?.totalElements ?? 0 };
  };
  const add = (line: QuoteFormLine) => {
    history.edit(addLines([line]));
    cells.focusNext(line.key, 'quantity');
  };
  const stage = form.lines.at(-1)?.stage ?? null;
  const [asking, setAsking] = useState(false);
  const addFromEstimate = (lines: readonly NewLine[]) => {
    setAsking(false);
    history.edit(addLines(lines.map(givenLine)));
  };
  const set = (key: string, values: Partial<QuoteFormLine>, merged?: string) =>
    history.edit(setLine(key, values), merged);
  const columns: readonly LineColumn<QuoteFormLine>[] = [
    {
      ...{ id: 'description', title: 'Item', card: 'title' },
      render: ({ description, code }) => (
        <span className={styles.item}>
          {description} <span className={styles.quiet}>{code}</span>
        </span>
      ),
      edit: ({ key, description, code }) => (
        <span className={styles.item}>
          <TextInput
            size="small"
            ariaLabel="O que cotar"
            maxLength={1_000}
            value={description}
            onChange={(value) => set(key, { description: value }, `description.${key}`)}
          />
          <span className={styles.quiet}>{code}</span>
        </span>
      ),
    },
    {
      ...{ id: 'stage', title: 'Etapa', width: '200px' },
      render: (line) => line.stage?.label ?? '',
      edit: (line) => (
        <Combobox
          size="small"
          path={linePath(line.key, 'stage')}
          ariaLabel={`Etapa de ${line.description}`}
          placeholder="sem etapa"
          value={stages.options.find(({ id }) => id === line.stage?.id) ?? line.stage}
          options={stages.options}
          loading={stages.loading}
          onChange={(value) => set(line.key, { stage: value })}
        />
      ),
    },
    {
      ...{ id: 'unit', title: 'Un.', width: '96px' },
      render: ({ unit }) => unit?.label ?? '',
      edit: (line) =>
        line.productId === null ? (
          <Combobox
            size="small"
            path={linePath(line.key, 'unit')}
            ariaLabel={`Unidade de ${line.description}`}
            clearable={false}
            value={line.unit}
            options={units}
            onChange={(unit) => set(line.key, { unit })}
          />
        ) : (
          (line.unit?.label ?? '')
        ),
    },
    {
      ...{ id: 'quantity', title: 'Quantidade', width: '120px', align: 'right' },
      render: ({ quantity }) => (quantity === '' ? '' : formatExact(quantity)),
      edit: ({ key, quantity, description }, index) => (
        <QuantityInput
          size="small"
          path={linePath(key, 'quantity')}
          ariaLabel={`Quantidade de ${description}`}
          value={quantity}
          invalid={(problems[linePath(key, 'quantity')] ?? problems[`lines.${index}.quantity`]) !== undefined}
          onChange={(value) => set(key, { quantity: value }, `quantity.${key}`)}
        />
      ),
    },
    {
      ...{ id: 'referencePrice', title: 'Ref. orçada (R$)', width: '130px', align: 'right' },
      render: ({ referencePrice }) => (referencePrice === '' ? '' : formatUnitPrice(referencePrice)),
      edit: ({ key, id, referencePrice, description }) => (
        <QuantityInput
          size="small"
          twoPlaces
          path={linePath(key, 'referencePrice')}
          ariaLabel={`Preço de referência de ${description}`}
          placeholder={id === null ? 'do orçamento' : ''}
          value={referencePrice}
          onChange={(value) => set(key, { referencePrice: value }, `referencePrice.${key}`)}
        />
      ),
    },
  ];
  return (
    <Card title="Itens">
      {problems.lines !== undefined && <Problem>{problems.lines}</Problem>}
      <LineGrid
        ariaLabel="Itens da cotação"
        cells={cells}
        lines={form.lines}
        keyOf={keyOf}
        columns={columns}
        readOnly={false}
        onChange={(lines) => history.edit(setLines(lines))}
        onRemove={(line, index) => {
          history.edit(removeLine(line.key));
          notifyUndo('Item retirado', () => history.edit(restoreLine(line, index)), line.description);
        }}
        onUndo={history.undo}
        onRedo={history.redo}
        problem={(line, index) => lineProblem(problems, line, index)}
        add={
          <LineSearch
            ariaLabel="Incluir item"
            placeholder="Código ou nome do insumo; Ctrl+Enter inclui o texto"
            keyOf={({ id }) => id}
            find={find}
            isDisabled={() => false}
            render={({ code, name, unit, purchaseUnit }) => (
              <span>
                {code} {name} <span className={styles.quiet}>{(purchaseUnit ?? unit)?.acronyms}</span>
              </span>
            )}
            onChoose={(candidate) => add(lineOf(candidate, stage))}
            create={{
              noun: 'item em texto',
              run: (text) =>
                add({
                  ...{ key: newKey(), id: null, productId: null, code: '', description: text, unit: units[0] ?? null },
                  ...{ quantity: '', stage, referencePrice: '' },
                }),
            }}
          />
        }
      />
      <Button icon={<CostEstimateIcon />} disabled={form.building === null} onClick={() => setAsking(true)}>
        O que falta comprar da obra…
      </Button>
      {asking && form.building && (
        <FromEstimate
          buildingId={form.building.id}
          taken={new Set(form.lines.flatMap(({ productId }) => productId ?? []))}
          onAdd={addFromEstimate}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
};
