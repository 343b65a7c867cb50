import type { FieldProblem } from '#domain/errors.ts';
import { parseTerms } from '#domain/purchase/orders/terms.ts';
import type { QuoteFreight } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { useState } from 'react';
import styles from '#web/public/supplier/supplier.module.css';
import { TypedField } from '#web/public/supplier/TypedField.tsx';
import type { Typed } from './typed.ts';

interface TermsProps {
  typed: Typed;
  problems: readonly FieldProblem[];
  change: (next: (before: Typed) => Typed) => void;
}

const FREIGHT: readonly { value: QuoteFreight; label: string }[] = [
  { value: 'INCLUDED', label: 'Incluso' },
  { value: 'CHARGED', label: 'Cobrado' },
  { value: 'PICKUP', label: 'A retirar' },
];

/** Terms that most suppliers take; others are typed. */
const TERMS: readonly { label: string; text: string }[] = [
  { label: 'À vista', text: 'à vista' },
  { label: '28 dias', text: '28' },
  { label: '28/56', text: '28 / 56' },
  { label: '28/56/84', text: '28 / 56 / 84' },
];

const sameTerms = (a: string, b: string): boolean => parseTerms(a)?.join() === parseTerms(b)?.join();

interface ChipsProps {
  label: string;
  chips: readonly { label: string; pressed: boolean; onPress: () => void }[];
}

const Chips = ({ label, chips }: ChipsProps) => (
  <div role="group" aria-label={label} className={styles.chips}>
    {chips.map((chip) => (
      <button key={chip.label} type="button" aria-pressed={chip.pressed} onClick={chip.onPress}>
        {chip.label}
      </button>
    ))}
  </div>
);

/** Delivery and freight, IPI, validity and payment. */
export const Terms = ({ typed, problems, change }: TermsProps) => {
  const known = TERMS.some(({ text }) => typed.terms !== '' && sameTerms(text, typed.terms));
  const [other, setOther] = useState(typed.terms !== '' && !known);
  const set = (part: Partial<Typed>) => change((before) => ({ ...before, ...part }));
  const problemOf = (path: string) => problems.find((one) => one.path === path)?.message;
  return (
    <>
      <section className={styles.section}>
        <h2>Entrega e frete</h2>
        <Chips
          label="Frete"
          chips={FREIGHT.map(({ value, label }) => ({
            ...{ label, pressed: typed.freight === value },
            onPress: () => set({ freight: value }),
          }))}
        />
        <div className={styles.pair}>
          {typed.freight === 'CHARGED' && (
            <TypedField
              label="Valor do frete"
              before="R$"
              decimal
              value={typed.shippingRate}
              problem={problemOf('shippingRate')}
              onChange={(shippingRate) => set({ shippingRate })}
            />
          )}
          <TypedField
            label="Entrega em"
            after="dias"
            decimal
            value={typed.deliveryDays}
            problem={problemOf('deliveryDays')}
            onChange={(deliveryDays) => set({ deliveryDays })}
          />
          <TypedField
            label="IPI"
            after="%"
            decimal
            hint="Zero se já está no preço"
            value={typed.ipi}
            problem={problemOf('ipi')}
            onChange={(ipi) => set({ ipi })}
          />
          <TypedField
            label="Proposta vale até"
            placeholder="30/11/2026"
            value={typed.validUntil}
            problem={problemOf('validUntil')}
            onChange={(validUntil) => set({ validUntil })}
          />
        </div>
      </section>
      <section className={styles.section}>
        <h2>Pagamento</h2>
        <Chips
          label="Pagamento"
          chips={[
            ...TERMS.map(({ label, text }) => ({
              ...{ label, pressed: !other && typed.terms !== '' && sameTerms(text, typed.terms) },
              onPress: () => {
                setOther(false);
                set({ terms: text });
              },
            })),
            { label: 'Outro', pressed: other, onPress: () => setOther(true) },
          ]}
        />
        {other && (
          <TypedField
            label="Dias depois da entrega"
            placeholder="30/60/90"
            maxLength={120}
            value={typed.terms}
            problem={problemOf('paymentDays')}
            onChange={(terms) => set({ terms })}
          />
        )}
        {!other && problemOf('paymentDays') !== undefined && (
          <p className={styles.problem} role="alert">
            {problemOf('paymentDays')}
          </p>
        )}
      </section>
    </>
  );
};
