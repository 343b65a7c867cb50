import { formatDate, formatMoment } from '#domain/dates.ts';
import { isZero } from '#domain/money.ts';
import { counted, formatMoney, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { lineValue } from '#domain/purchase/orders/figures.ts';
import { formatTerms } from '#domain/purchase/orders/terms.ts';
import type { QuoteDetailsFragment } from '#web/generated/purchase.ts';
import { Difference } from '../columns.tsx';
import type { Awards } from './offers.ts';
import styles from './map.module.css';

type Supplier = QuoteDetailsFragment['suppliers'][number];
type Answered = Supplier & { answer: NonNullable<Supplier['answer']> };

interface MapTableProps {
  quote: QuoteDetailsFragment;
  awards: Awards;
  /** Undefined: the choice is made. */
  onAward: ((lineId: string, supplierId: string) => void) | undefined;
  onAwardAll: ((supplierId: string) => void) | undefined;
  /** Saves a file of an answer. */
  onFile: (file: { link: string; name: string }) => void;
}

const isAnswered = (supplier: Supplier): supplier is Answered => supplier.answer !== null;

const FREIGHT = { INCLUDED: 'Incluso', CHARGED: '', PICKUP: 'A retirar' } as const;

const termsText = (days: readonly number[]): string => {
  const text = formatTerms(days);
  return text === 'à vista' ? text : `${text} dias`;
};

const conditions: readonly { title: string; text: (answer: Answered['answer']) => string }[] = [
  {
    title: 'Frete',
    text: ({ freight, shippingRate }) => (freight === 'CHARGED' ? formatMoney(shippingRate) : FREIGHT[freight]),
  },
  { title: 'IPI', text: ({ ipi }) => `${formatUnitPrice(ipi)}%` },
  {
    title: 'Prazo de entrega',
    text: ({ deliveryDays }) => (deliveryDays === null ? '—' : counted(deliveryDays, 'dia')),
  },
  { title: 'Condição de pagamento', text: ({ paymentDays }) => termsText(paymentDays) },
  { title: 'Validade', text: ({ validUntil }) => formatDate(validUntil) || '—' },
];

const Price = ({
  quote,
  line,
  supplier,
  awards,
  onAward,
}: Omit<MapTableProps, 'onAwardAll' | 'onFile'> & {
  line: QuoteDetailsFragment['lines'][number];
  supplier: Answered;
}) => {
  const offered = supplier.answer.lines.find(({ lineId }) => lineId === line.id);
  const price = offered?.price ?? null;
  if (!offered || price === null) return <td className={styles.absent}>não cotado</td>;
  const value = lineValue(line.quantity, price);
  const best = quote.comparison.bestOfLines.some(
    ({ lineId, supplierId }) => lineId === line.id && supplierId === supplier.id,
  );
  const chosen = awards.get(line.id) === supplier.id;
  return (
    <td data-chosen={chosen || undefined}>
      <label className={styles.offer}>
        <span>
          <span className={best ? styles.cheapest : undefined}>{formatUnitPrice(price)}</span>
          <span className={styles.value}>
            R$ {formatMoney(value)}{' '}
            <Difference
              best={value}
              reference={line.referencePrice === null ? null : lineValue(line.quantity, line.referencePrice)}
            />
          </span>
          <LandedText value={value} line={offered} />
          {offered.brand !== null && <span className={styles.value}>{offered.brand}</span>}
        </span>
        <input
          type="radio"
          name={`line-${line.id}`}
          checked={chosen}
          disabled={onAward === undefined}
          aria-label={`${line.description}: ${supplier.partner.name}, ${formatUnitPrice(price)}`}
          onChange={() => onAward?.(line.id, supplier.id)}
        />
      </label>
    </td>
  );
};

/** What the line really costs, where that is not its price: with freight and IPI, and with the terms. */
const LandedText = ({ value, line }: { value: string; line: Answered['answer']['lines'][number] }) => {
  const { landed, presentValue } = line;
  if (landed === null || presentValue === null) return null;
  const texts = [
    ...(landed === value ? [] : [`com frete e IPI R$ ${formatMoney(landed)}`]),
    ...(presentValue === landed ? [] : [`à vista R$ ${formatMoney(presentValue)}`]),
  ];
  return texts.map((text) => (
    <span key={text} className={styles.value}>
      {text}
    </span>
  ));
};

/** Lines by suppliers: prices, and what each asks besides (mock 5). */
export const MapTable = ({ quote, awards, onAward, onAwardAll, onFile }: MapTableProps) => {
  const answered = quote.suppliers.filter(isAnswered);
  const { lines, comparison, monthlyRate } = quote;
  const bestSingle = comparison.bestSingle?.awards[0]?.supplierId;
  return (
    <div className={styles.scroller}>
      <table className={styles.map}>
        <caption>{counted(lines.length, 'item', 'itens')}, preço unitário em R$</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Quant.</th>
            <th scope="col">Ref. orçada</th>
            {answered.map(({ id, partner, answer }) => (
              <th key={id} scope="col">
                {partner.name}
                {bestSingle === id && <span className={styles.least}>menor total</span>}
                <span className={styles.value}>respondida {formatMoment(new Date(answer.submittedAt))}</span>
                {onAwardAll && (
                  <button type="button" className={styles.all} onClick={() => onAwardAll(id)}>
                    Tudo deste fornecedor
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                {line.description}
                <span className={styles.value}>
                  {[line.product?.code, line.unit.acronyms].filter(Boolean).join(' · ')}
                </span>
              </th>
              <td>{formatQuantity(line.quantity)}</td>
              <td className={styles.reference}>
                {line.referencePrice === null ? '—' : formatUnitPrice(line.referencePrice)}
              </td>
              {answered.map((supplier) => (
                <Price key={supplier.id} {...{ quote, line, supplier, awards, onAward }} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {conditions.map(({ title, text }) => (
            <tr key={title}>
              <th scope="row" colSpan={3}>
                {title}
              </th>
              {answered.map(({ id, answer }) => (
                <td key={id}>{text(answer)}</td>
              ))}
            </tr>
          ))}
          <tr className={styles.total}>
            <th scope="row" colSpan={3}>
              Total com frete
            </th>
            {answered.map(({ id, answer }) => (
              <td key={id}>
                R$ {formatMoney(answer.comparableTotal ?? answer.total)}
                {answer.offered < lines.length && (
                  <span className={styles.value}>
                    {answer.comparableTotal === null
                      ? `só ${counted(answer.offered, 'item', 'itens')}`
                      : `inclui ${counted(lines.length - answer.offered, 'item', 'itens')} pela referência`}
                  </span>
                )}
              </td>
            ))}
          </tr>
          {!isZero(monthlyRate) && (
            <tr>
              <th scope="row" colSpan={3}>
                À vista na entrega, a {formatUnitPrice(monthlyRate)}% ao mês
              </th>
              {answered.map(({ id, answer }) => (
                <td key={id}>R$ {formatMoney(answer.presentValue)}</td>
              ))}
            </tr>
          )}
          {answered.some(({ answer }) => answer.notes !== null || answer.attachments.length > 0) && (
            <tr>
              <th scope="row" colSpan={3}>
                Observações e anexos
              </th>
              {answered.map(({ id, answer }) => (
                <td key={id} className={styles.notes}>
                  {answer.notes}
                  {answer.attachments.map((file) => (
                    <button key={file.id} type="button" className={styles.file} onClick={() => onFile(file)}>
                      {file.name}
                    </button>
                  ))}
                </td>
              ))}
            </tr>
          )}
        </tfoot>
      </table>
      <p className={styles.legend}>
        <strong>Verde</strong>: menor preço do item. Fundo verde: escolhido para pedido. Percentual: diferença para o
        preço de referência do orçamento.
      </p>
    </div>
  );
};
