import { shareText } from '#domain/engineering/purchaseOverview/figures.ts';
import { counted, formatCount } from '#domain/numberFormat.ts';
import { FigureStrip } from '#web/ui/index.ts';
import type { PurchaseState } from '#web/generated/purchase.ts';
import type { ReactNode } from 'react';
import { MEASURE_LABELS, MEASURES, type Measure } from '../words.ts';
import styles from './inputs.module.css';
import type { Overview } from './rows.ts';

interface FiguresProps {
  overview: Overview;
  /** Shows the inputs of a state. */
  onState: (state: PurchaseState) => void;
}

const of = (part: string, whole: string, name: string): string => {
  const share = shareText(part, whole);
  return share === null ? `nada ${name}` : `${share} do ${name}`;
};

/** What the whole obra needs, and how far its purchases are. */
export const Figures = ({ overview: { totals, content }, onState }: FiguresProps) => {
  const { estimated, requested, ordered, received, invoiced, paid } = totals;
  const groups = content.filter(({ outside }) => !outside).length;
  const filter = (state: PurchaseState, text: string, tone?: 'out') => (
    <button type="button" className={styles.note} data-tone={tone} onClick={() => onState(state)}>
      {text}
    </button>
  );
  const notes: Record<Measure, ReactNode> = {
    estimated: `${counted(totals.count, 'insumo')} em ${counted(groups, 'grupo')}`,
    requested: of(requested.value, estimated.value, 'orçado'),
    ordered: of(ordered.value, estimated.value, 'orçado'),
    received: of(received.value, ordered.value, 'pedido'),
    invoiced: of(invoiced.value, received.value, 'recebido'),
    paid: of(paid.value, received.value, 'recebido'),
    balance: (
      <>
        {filter('OPEN', `${counted(totals.open, 'insumo')} com saldo`)}
        {totals.exceeded > 0 && (
          <>
            ,{' '}
            {filter(
              'EXCEEDED',
              `${formatCount(totals.exceeded)} ${totals.exceeded === 1 ? 'excedido' : 'excedidos'}`,
              'out',
            )}
          </>
        )}
      </>
    ),
  };
  return (
    <FigureStrip
      figures={MEASURES.map((measure) => ({
        label: measure === 'balance' ? 'Saldo a comprar' : MEASURE_LABELS[measure],
        ...{ value: totals[measure].value, tone: measure === 'balance' ? 'sign' : 'plain', note: notes[measure] },
      }))}
    />
  );
};
