import { formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { unitKey } from '#domain/purchase/invoices/units.ts';
import { missingQuantity } from '#domain/purchase/orders/receiving.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { Combobox, Field, MoneyText, Problem, QuantityInput, StatusPill, TextInput } from '#web/ui/index.ts';
import type { Line } from '../receive/model.ts';
import { Remark, RestChoice } from '../receive/Remark.tsx';
import type { InvoiceProposal } from './invoiceApi.ts';
import {
  choiceOf,
  itemPath,
  knownFactor,
  NOT_OURS,
  reasonAsked,
  withChoice,
  type CheckedLine,
  type Choice,
  type InvoiceItem,
} from './model.ts';
import type { InvoicePartProps } from './parts.ts';
import styles from './invoice.module.css';

interface ItemProps extends InvoicePartProps {
  item: InvoiceItem;
}

const factorPath = (number: number): string => itemPath(number, 'factor');

/** Lines that an item may be of: what has come in whole is not among them. */
const optionsOf = ({ order, form, item }: ItemProps) => [
  ...order.requirementLineList
    .filter(({ id, canceled, closed }) => id === choiceOf(form, item.number).line || (!canceled && !closed))
    .map((line) => ({
      id: line.id,
      label: line.product.name,
      detail: `falta ${formatQuantity(missingQuantity(line))} ${line.unit.acronyms}`,
    })),
  { id: NOT_OURS, label: 'Não é deste pedido' },
];

/** An item of the nota: what it is, its line, and the three-way check of that line. */
export const ItemCard = (props: ItemProps) => {
  const { order, form, check, item } = props;
  const choice = choiceOf(form, item.number);
  const line = order.requirementLineList.find(({ id }) => id === choice.line);
  const checked = line && check.lines.get(line.id);
  return (
    <li className={styles.item} aria-label={item.name}>
      <div className={styles.itemHead}>
        <strong>{item.name}</strong>
        <span className={styles.muted}>
          {formatQuantity(item.quantity)} {item.unit} × {formatUnitPrice(item.unitPrice)}
        </span>
        <MoneyText value={item.value} symbol={false} />
      </div>
      <LineChoice {...props} choice={choice} line={line} />
      {line && <Factor {...props} choice={choice} line={line} />}
      {checked && checked.items[0] === item.number && <ThreeWay checked={checked} />}
      {checked && checked.items[0] !== item.number && (
        <span className={styles.muted}>Somado ao item {checked.items[0]} da nota, do mesmo insumo.</span>
      )}
      <Decisions {...props} choice={choice} checked={checked} />
    </li>
  );
};

/** How the line of an item was found. */
const Match = ({ proposal, item, choice }: { proposal: InvoiceProposal; item: InvoiceItem; choice: Choice }) => {
  const proposed = proposal.order?.items.find(({ number }) => number === item.number);
  if (choice.line === '') return <StatusPill tone="warning">escolha</StatusPill>;
  if (choice.line === NOT_OURS) return <StatusPill tone="warning">fora do pedido</StatusPill>;
  if (!proposed?.line || String(proposed.line.id) !== choice.line)
    return <StatusPill tone="info">escolhido</StatusPill>;
  if (proposed.match === 'REMEMBERED') return <StatusPill tone="in">lembrado</StatusPill>;
  if (proposed.match === 'CODE') return <StatusPill tone="in">mesmo código</StatusPill>;
  return <StatusPill tone="info">parecido {proposed.similarity}%</StatusPill>;
};

const LineChoice = (props: ItemProps & { choice: Choice; line: Line | undefined }) => {
  const { proposal, order, form, set, problems, item, choice } = props;
  const path = itemPath(item.number, 'line');
  const options = optionsOf(props);
  const problem = problems[path];
  const choose = (id: string) => {
    const line = order.requirementLineList.find((one) => one.id === id);
    set(withChoice(form, item.number, { line: id, factor: knownFactor(proposal, item, line) }));
  };
  return (
    <div className={styles.choice}>
      <ArrowRightIcon aria-hidden="true" />
      <Combobox
        path={path}
        ariaLabel={`Item do pedido para ${item.name}`}
        placeholder="Escolha o item do pedido"
        value={options.find(({ id }) => id === choice.line) ?? null}
        options={options}
        clearable={false}
        invalid={problem !== undefined}
        onChange={(option) => choose(option?.id ?? '')}
      />
      <Match proposal={proposal} item={item} choice={choice} />
      {problem !== undefined && <Problem className={styles.wide}>{problem}</Problem>}
    </div>
  );
};

/** Asked where the units differ: how many of the line's are in one of the nota's. */
const Factor = ({ form, set, problems, item, choice, line }: ItemProps & { choice: Choice; line: Line }) => {
  const same = unitKey(item.unit) === unitKey(line.unit.acronyms) && choice.factor === '1';
  if (same) return null;
  return (
    <div className={styles.factor}>
      <Field
        label={`Quantos ${line.unit.acronyms} há em 1 ${item.unit}`}
        required
        error={problems[factorPath(item.number)]}
      >
        <QuantityInput
          path={factorPath(item.number)}
          places={9}
          value={choice.factor}
          onChange={(factor) => set(withChoice(form, item.number, { factor }))}
        />
      </Field>
    </div>
  );
};

/** Ordered, received before, and what comes now, with the price of the nota beside that of the order. */
const ThreeWay = ({ checked }: { checked: CheckedLine }) => {
  const { line, quantity, price, value } = checked;
  const unit = line.unit.acronyms;
  const figures = [
    ['Pedido', formatQuantity(line.quantity)],
    ['Recebido', formatQuantity(line.receivedQuantity)],
    ['Falta', formatQuantity(missingQuantity(line))],
    ['Nesta nota', `${formatQuantity(quantity)} ${unit}`],
    ['Preço do pedido', formatUnitPrice(line.price)],
    ['Preço da nota', formatUnitPrice(price)],
  ] as const;
  return (
    <dl className={styles.threeWay}>
      {figures.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>Total (R$)</dt>
        <dd>
          <MoneyText value={value} symbol={false} strong />
        </dd>
      </div>
    </dl>
  );
};

/** Differences in words, the reason where one is asked, and what becomes of the rest. */
const Decisions = (props: ItemProps & { choice: Choice; checked: CheckedLine | undefined }) => {
  const { form, set, problems, check, item, choice, checked } = props;
  const first = checked?.items[0] === item.number ? checked : undefined;
  const asked = reasonAsked(item, choice, check);
  const path = itemPath(item.number, 'reason');
  const short = first?.differences.find(({ difference }) => difference.code === 'SHORT')?.difference.quantity ?? null;
  const told = first?.differences.filter(({ difference }) => difference.code !== 'SHORT') ?? [];
  return (
    <>
      {choice.line === NOT_OURS && <Remark>{asked} O valor dele continua devido e entra no frete.</Remark>}
      {told.map(({ difference: { code }, text }) => (
        <Remark key={code}>{text}</Remark>
      ))}
      {(asked !== null || choice.reason !== '') && (
        <Field
          label={choice.line === NOT_OURS ? 'Por que fica de fora' : 'Por que aceita'}
          required={asked !== null}
          error={problems[path]}
        >
          <TextInput
            value={choice.reason}
            maxLength={500}
            onChange={(reason) => set(withChoice(form, item.number, { reason }))}
          />
        </Field>
      )}
      {first && short !== null && (
        <RestChoice
          line={first.line}
          missing={short}
          close={choice.close}
          onChange={(close) => set(withChoice(form, item.number, { close }))}
        />
      )}
    </>
  );
};
