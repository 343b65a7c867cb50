import { formatQuantity, formatShare, formatUnitPrice } from '#domain/numberFormat.ts';
import { formatCurrency } from '#domain/money.ts';
import { CheckCircleIcon } from '#web/ui/icons.ts';
import { Button, Problem, QuantityInput } from '#web/ui/index.ts';
import { dearerOf } from './figures.ts';
import { beyond, isPositiveQuantity, missingAfter, priceOf, typedOf, withLine, type Line } from './model.ts';
import type { PartProps } from './parts.ts';
import { Remark, RestChoice } from './Remark.tsx';
import styles from './receive.module.css';

export interface LineProps extends PartProps {
  line: Line;
}

const quantityPath = ({ id }: Line): string => `lines.${id}.quantity`;
const pricePath = ({ id }: Line): string => `lines.${id}.price`;

/** Why nothing is asked of a line: all of it is in, or its rest was given up. */
export const Done = ({ line }: { line: Line }) =>
  line.closed ? (
    <span className={styles.muted}>saldo cancelado</span>
  ) : (
    <span className={styles.done}>
      <CheckCircleIcon aria-hidden="true" /> completo
    </span>
  );

export const NowField = ({ line, form, set, problems }: LineProps) => (
  <QuantityInput
    path={quantityPath(line)}
    ariaLabel={`Agora de ${line.product.name}`}
    value={typedOf(form, line.id).quantity}
    invalid={problems[quantityPath(line)] !== undefined}
    onChange={(quantity) => set(withLine(form, line.id, { quantity }))}
  />
);

export const PriceField = ({ line, form, set, problems }: LineProps) => (
  <QuantityInput
    path={pricePath(line)}
    symbol="R$"
    ariaLabel={`Preço da nota de ${line.product.name}`}
    value={typedOf(form, line.id).price || line.price}
    invalid={problems[pricePath(line)] !== undefined}
    onChange={(price) => set(withLine(form, line.id, { price }))}
  />
);

/** What is to be considered about a line, and what the service has refused of it. */
export const hasRemarks = ({ line, form, problems, tolerance }: LineProps): boolean => {
  const typed = typedOf(form, line.id);
  return (
    problemsOfLine(line, problems).length > 0 ||
    leavesRest(line, form) ||
    beyond(line, typed) !== null ||
    dearerOf(line, typed, tolerance) !== null
  );
};

export const LineRemarks = (props: LineProps) => {
  const { line, form, problems } = props;
  const typed = typedOf(form, line.id);
  const [refused, more] = [problemsOfLine(line, problems), beyond(line, typed)];
  return (
    <div className={styles.remarks}>
      {refused.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      {leavesRest(line, form) && <Rest {...props} />}
      {more !== null && refused.length === 0 && (
        <Remark>
          {formatQuantity(more)} {line.unit.acronyms} a mais do que falta.
        </Remark>
      )}
      <DearerPrice {...props} />
    </div>
  );
};

/** A price above that of the order by more than the tolerance asks whether it is accepted. */
const DearerPrice = ({ line, form, set, tolerance }: LineProps) => {
  const typed = typedOf(form, line.id);
  const dearer = dearerOf(line, typed, tolerance);
  if (!dearer) return null;
  const [charged, ordered] = [formatUnitPrice(priceOf(line, typed)), formatUnitPrice(line.price)];
  const figures = [
    ...(dearer.percent === null ? [] : [`+${formatShare(dearer.percent)}`]),
    `${formatCurrency(dearer.amount)} a mais`,
  ];
  return (
    <Remark>
      A nota traz R$ {charged}, o pedido R$ {ordered}: {figures.join(', ')}.{' '}
      {typed.accepted === typed.price ? (
        'Preço da nota aceito.'
      ) : (
        <span className={styles.answers}>
          <Button size="small" onClick={() => set(withLine(form, line.id, { accepted: typed.price }))}>
            Aceitar a nota
          </Button>
          <Button size="small" onClick={() => set(withLine(form, line.id, { price: '' }))}>
            Manter o do pedido
          </Button>
        </span>
      )}
    </Remark>
  );
};

const problemsOfLine = ({ id }: Line, problems: PartProps['problems']): string[] =>
  ['quantity', 'price', 'close'].flatMap((field) => problems[`lines.${id}.${field}`] ?? []);

const leavesRest = (line: Line, form: PartProps['form']): boolean => {
  const typed = typedOf(form, line.id);
  return isPositiveQuantity(typed.quantity) && missingAfter(line, typed) !== '0.0000';
};

/** A shortage asks whether the rest stays open. */
const Rest = ({ line, form, set }: LineProps) => {
  const typed = typedOf(form, line.id);
  return (
    <RestChoice
      line={line}
      missing={missingAfter(line, typed)}
      close={typed.close}
      onChange={(close) => set(withLine(form, line.id, { close }))}
    />
  );
};
