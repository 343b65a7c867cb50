import { quantityText } from '#domain/engineering/purchaseOverview/figures.ts';
import { FigureStrip } from '#web/ui/index.ts';
import lines from '../lines/lines.module.css';
import { LinesDrawer } from '../lines/LinesDrawer.tsx';
import { MEASURE_LABELS, MEASURES } from '../words.ts';
import { groupName, nameOf, type Row } from './rows.ts';
import { quantityIn, STATE_WORDS, unitIn } from './view.ts';

interface InputDrawerProps {
  row: Row;
  buildingId: string;
  /** Quantities in the unit that it is bought in. */
  purchase: boolean;
  /** What of it stands in one stage. */
  stage?: { id: string; name: string };
  onClose: () => void;
}

/** An input: its figures, and the lines of orders behind them. */
export const InputDrawer = ({ row, buildingId, purchase, stage, onClose }: InputDrawerProps) => {
  const unit = unitIn(row, purchase);
  const quantityOf = (quantity: string | null) => quantityIn(row, quantity, purchase);
  const about = [row.product?.code, stage?.name ?? groupName(row), STATE_WORDS[row.state]];
  return (
    <LinesDrawer
      title={nameOf(row)}
      subtitle={[...new Set(about)].filter(Boolean).join(' · ')}
      {...{ buildingId, quantityOf, unit, onClose }}
      productId={row.product?.id ?? ''}
      stageId={stage?.id}
    >
      <div className={lines.figures}>
        <FigureStrip
          figures={MEASURES.map((measure) => ({
            label: MEASURE_LABELS[measure],
            value: row[measure].value,
            tone: measure === 'balance' ? 'sign' : 'plain',
            note: `${quantityText(quantityOf(row[measure].quantity))} ${unit}`,
          }))}
        />
      </div>
    </LinesDrawer>
  );
};
