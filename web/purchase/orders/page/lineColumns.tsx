import { formatExact, formatMoney, formatUnitPrice } from '#domain/numberFormat.ts';
import type { OrderFigures } from '#domain/purchase/orders/figures.ts';
import type { LineColumn } from '#web/form/lines/columns.ts';
import { Button, Checkbox, Combobox } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { memo } from 'react';
import type { FormLine, OrderFormState } from './form.ts';
import { linePath } from './model.ts';
import { LastPaid } from './LastPaid.tsx';
import type { OrderCheckState } from './useOrderCheck.ts';
import styles from './order.module.css';
import { TypedCell } from './TypedCell.tsx';

export interface LineContext {
  figures: OrderFigures;
  /** What is known of the prices of the inputs. */
  check: OrderCheckState | null;
  problems: OrderFormState['problems'];
  readOnly: boolean;
  stages: { options: Option[]; loading: boolean };
  chosen: ReadonlySet<string>;
  onChoose: (key: string, chosen: boolean) => void;
  /** The same functions for all renders. */
  onType: (line: FormLine, field: 'quantity' | 'price', value: string) => void;
  onStage: (line: FormLine, stage: Option | null) => void;
  onReopen: (line: FormLine) => void;
  /** Looks for what a marked line could stand for. */
  onSearch: (line: FormLine) => void;
}

const struck = ({ canceled }: FormLine): string | undefined => (canceled ? styles.struck : undefined);

const Item = ({ line, onSearch }: { line: FormLine; onSearch: LineContext['onSearch'] }) => (
  <span className={styles.item}>
    {line.unknown === null ? (
      <>
        <span className={`${styles.itemName} ${struck(line) ?? ''}`} title={line.name}>
          {line.name}
        </span>
        <span className={styles.code}>
          {line.code}
          {line.canceled && ' · cancelado'}
        </span>
      </>
    ) : (
      <span className={styles.unknown}>
        <span className={styles.itemName}>{line.code}</span>
        <Button size="small" onClick={() => onSearch(line)}>
          Procurar
        </Button>
      </span>
    )}
  </span>
);

interface StageCellProps extends Pick<LineContext, 'stages' | 'onStage'> {
  line: FormLine;
  invalid: boolean;
}

/** The stage of a line. Drawn anew for its own line alone. */
const StageCell = memo(({ line, stages, invalid, onStage }: StageCellProps) => (
  <span className={styles.stage}>
    <Combobox
      size="small"
      path={linePath(line.key, 'stage')}
      ariaLabel={`Etapa de ${line.name || line.code}`}
      placeholder="sem etapa"
      invalid={invalid}
      value={labelled(line.stage, stages.options)}
      options={stages.options}
      loading={stages.loading}
      onChange={(stage) => onStage(line, stage)}
    />
  </span>
));
StageCell.displayName = 'StageCell';

/** A stored stage comes without its code, which the list of stages has. */
const labelled = (stage: Option | null, options: readonly Option[]): Option | null =>
  options.find(({ id }) => id === stage?.id) ?? stage;

const FIELDS = ['productId', 'quantity', 'price', 'stage', 'canceled', 'id', 'closed', 'unitId', 'receivedQuantity'];

/** Why a line cannot be saved: by its key from the form, by its place from the services. */
export const lineProblem = (
  problems: LineContext['problems'],
  { key }: FormLine,
  index: number,
): string | undefined => {
  const found = FIELDS.flatMap((field) => [problems[linePath(key, field)], problems[`lines.${index}.${field}`]]);
  const said = [...found, problems[`lines.${index}`]].filter((problem) => problem !== undefined);
  return said.length === 0 ? undefined : [...new Set(said)].join('. ');
};

/** The columns of mock 20b: what, for which stage, how much, at which price. */
export const lineColumns = (context: LineContext): readonly LineColumn<FormLine>[] => {
  const { figures, problems, readOnly, stages, chosen, onType, onStage } = context;
  const isWrong = (line: FormLine, index: number, field: 'quantity' | 'price' | 'stage') =>
    (problems[linePath(line.key, field)] ?? problems[`lines.${index}.${field}`]) !== undefined;
  const typed = (field: 'quantity' | 'price', title: string): LineColumn<FormLine> => ({
    ...{ id: field, title: field === 'price' ? `${title} (R$)` : title, width: '112px', align: 'right' },
    render: (line) => <span className={struck(line)}>{textOf(line, field)}</span>,
    edit: (line, index) =>
      line.canceled ? (
        <span className={struck(line)}>{textOf(line, field)}</span>
      ) : (
        <TypedCell {...{ line, field, onType }} label={title} invalid={isWrong(line, index, field)} />
      ),
    repeat: (line, above) => (line.canceled ? line : { ...line, [field]: above[field] }),
  });
  const choice: LineColumn<FormLine> = {
    ...{ id: 'choice', title: '', width: '40px', card: 'meta' },
    render: (line, index) => (
      <Checkbox
        ariaLabel={`Escolher item ${index + 1}`}
        checked={chosen.has(line.key)}
        onChange={(now) => context.onChoose(line.key, now)}
      />
    ),
  };
  return [
    ...(readOnly ? [] : [choice]),
    {
      ...{ id: 'item', title: 'Insumo', card: 'title' },
      render: (line) => <Item line={line} onSearch={context.onSearch} />,
    },
    {
      ...{ id: 'stage', title: 'Etapa', width: '184px' },
      render: ({ stage }) => labelled(stage, stages.options)?.label ?? '',
      edit: (line, index) =>
        line.canceled ? (
          <Button size="small" onClick={() => context.onReopen(line)}>
            Reabrir
          </Button>
        ) : (
          <StageCell {...{ line, stages, onStage }} invalid={isWrong(line, index, 'stage')} />
        ),
      repeat: (line, above) => (line.canceled ? line : { ...line, stage: above.stage }),
    },
    { id: 'unit', title: 'Un.', width: '48px', card: 'meta', render: ({ unit }) => unit },
    typed('quantity', 'Quantidade'),
    typed('price', 'Preço'),
    {
      ...{ id: 'lastPaid', title: 'Último pago', width: '100px', align: 'right' },
      render: (line) => <LastPaid line={line} check={context.check} />,
    },
    {
      ...{ id: 'total', title: 'Total (R$)', width: '108px', align: 'right', card: 'end' },
      render: (line, index) => <strong className={struck(line)}>{formatMoney(figures.values[index] ?? '0')}</strong>,
    },
  ];
};

const textOf = (line: FormLine, field: 'quantity' | 'price'): string => {
  if (line[field] === '') return '';
  return field === 'price' ? formatUnitPrice(line.price) : formatExact(line.quantity);
};
