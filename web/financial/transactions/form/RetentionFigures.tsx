import { negate } from '#domain/money.ts';
import { FigureStrip } from '#web/ui/index.ts';
import { totalOf, type TransactionForm } from './model.ts';
import { netOf, retainedTotal } from './retentions.ts';
import styles from './Retentions.module.css';

/** The invoice, what is withheld of it and what its supplier is paid; nothing without retentions. */
export const RetentionFigures = ({ form }: { form: TransactionForm }) =>
  form.retentions.length === 0 ? null : (
    <div className={styles.figures}>
      <FigureStrip
        figures={[
          { label: 'Valor bruto, custo da obra', value: totalOf(form) },
          { label: 'Retenções', value: negate(retainedTotal(form)), tone: 'out' },
          { label: 'A pagar ao fornecedor', value: netOf(form) },
        ]}
      />
    </div>
  );
