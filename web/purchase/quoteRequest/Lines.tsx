import type { FieldProblem } from '#domain/errors.ts';
import { formatCurrency, formatQuantity } from '#domain/numberFormat.ts';
import type { AnswerFigures } from '#domain/purchase/quotes/figures.ts';
import type { KeyboardEvent } from 'react';
import styles from '#web/public/supplier/supplier.module.css';
import { NO_LINE, type Request, type Typed, type TypedLine } from './typed.ts';
import { TypedField } from '#web/public/supplier/TypedField.tsx';
import own from './QuoteRequest.module.css';

interface LinesProps {
  request: Request;
  typed: Typed;
  figures: AnswerFigures;
  problems: readonly FieldProblem[];
  change: (next: (before: Typed) => Typed) => void;
  done: number;
}

/** Enter goes to the next price, as a number pad has no Tab. */
const toNextPrice = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  const prices = [...document.querySelectorAll<HTMLInputElement>('input[data-price]')];
  const next = prices[prices.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
};

/** The lines of the request with a price each, or "não tenho". */
export const Lines = ({ request, typed, figures, problems, change, done }: LinesProps) => {
  const set = (id: number, part: Partial<TypedLine>) =>
    change((before) => ({
      ...before,
      lines: { ...before.lines, [id]: { ...(before.lines[id] ?? NO_LINE), ...part } },
    }));
  const problemOf = (path: string) => problems.find((one) => one.path === path)?.message;
  return (
    <section className={styles.section} onKeyDown={toNextPrice}>
      <div className={own.progress}>
        <h2>Seus preços</h2>
        <span>
          {done} de {request.lines.length} itens
        </span>
        <progress value={done} max={request.lines.length} aria-label="Itens respondidos" />
      </div>
      {problemOf('lines') !== undefined && (
        <p className={styles.problem} role="alert">
          {problemOf('lines')}
        </p>
      )}
      <ol className={own.lines}>
        {request.lines.map(({ id, description, unit, quantity }, index) => {
          const { price, brand, unavailable } = typed.lines[id] ?? NO_LINE;
          const amount = `${formatQuantity(quantity)} ${unit}`;
          const value = figures.values[index] ?? null;
          if (unavailable)
            return (
              <li key={id} className={own.absent}>
                <span>
                  <s>{description}</s>
                  <span>{amount} · você marcou que não tem</span>
                </span>
                <button type="button" className={styles.plain} onClick={() => set(id, { unavailable: false })}>
                  Desfazer
                </button>
              </li>
            );
          return (
            <li key={id} className={own.line}>
              <div className={own.lineHead}>
                <span>
                  <strong>{description}</strong>
                  <span>{amount}</span>
                </span>
                <button
                  type="button"
                  className={styles.plain}
                  aria-label={`Não tenho ${description}`}
                  onClick={() => set(id, { unavailable: true })}
                >
                  Não tenho
                </button>
              </div>
              <div className={styles.pair}>
                <TypedField
                  label={`Preço por ${unit}`}
                  name={`Preço de ${description} por ${unit}`}
                  before="R$"
                  decimal
                  isPrice
                  value={price}
                  problem={problemOf(`lines.${index}.price`)}
                  onChange={(text) => set(id, { price: text })}
                />
                <TypedField
                  label="Marca"
                  name={`Marca de ${description}`}
                  placeholder="opcional"
                  maxLength={80}
                  value={brand}
                  problem={problemOf(`lines.${index}.brand`)}
                  onChange={(text) => set(id, { brand: text })}
                />
              </div>
              <p className={own.lineTotal}>
                Total do item <strong>{value === null ? '—' : formatCurrency(value)}</strong>
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
};
