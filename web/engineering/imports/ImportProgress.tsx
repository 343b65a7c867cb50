import { formatCount } from '#domain/numberFormat.ts';
import { CheckCircleIcon } from '#web/ui/icons.ts';
import styles from './ImportScreen.module.css';
import { checkOf, readingOf, sheetsOf, timeText, writingOf, type JobStep } from './steps.ts';

const TITLES: Readonly<Record<string, string>> = {
  ISD: 'Insumos, sem desoneração',
  ICD: 'Insumos, com desoneração',
  ISE: 'Insumos, sem encargos',
  CSD: 'Composições, sem desoneração',
  CCD: 'Composições, com desoneração',
  CSE: 'Composições, sem encargos',
  Analítico: 'Itens e coeficientes',
};

const Bar = ({ percent, label }: { percent: number; label: string }) => (
  <div
    className={styles.bar}
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
  >
    <div className={styles.filled} style={{ inlineSize: `${percent}%` }} />
  </div>
);

const isRead = ({ done, total }: JobStep): boolean => total !== null && done > 0 && done >= total;

const SheetRow = ({ step }: { step: JobStep }) => {
  const { name, done, total, prices, withoutPrice } = step;
  const figure = (value: number | null) => (name === 'Analítico' || value === null ? '—' : formatCount(value));
  return (
    <tr>
      <th scope="row">
        <span className={isRead(step) ? styles.sheetDone : styles.sheetOpen} aria-hidden="true">
          {isRead(step) && <CheckCircleIcon />}
        </span>
        {name}
      </th>
      <td className={styles.sheetTitle}>{TITLES[name] ?? ''}</td>
      <td className={styles.sheetShare} aria-hidden="true">
        <span className={styles.shareBar}>
          <span
            className={isRead(step) ? styles.shareDone : styles.shareOpen}
            style={{ inlineSize: `${total ? Math.min(100, Math.floor((done / total) * 100)) : 0}%` }}
          />
        </span>
      </td>
      <td className={styles.number}>
        {formatCount(done)}
        {total !== null && <span className={styles.muted}> de {formatCount(total)}</span>}
      </td>
      <td className={styles.number}>{figure(prices)}</td>
      <td className={styles.number}>{figure(withoutPrice)}</td>
    </tr>
  );
};

/** Costs of compositions that were computed anew from their lines. */
const CheckRow = ({ step }: { step: JobStep | undefined }) => {
  if (!step || step.total === null) return null;
  return (
    <tr>
      <th scope="row">
        <span className={isRead(step) ? styles.sheetDone : styles.sheetOpen} aria-hidden="true">
          {isRead(step) && <CheckCircleIcon />}
        </span>
        {step.name}
      </th>
      <td className={styles.sheetTitle}>Custos recalculados dos itens</td>
      <td aria-hidden="true" />
      <td className={styles.number}>
        {formatCount(step.done)} <span className={styles.muted}>de {formatCount(step.total)} conferidas</span>
      </td>
      <td className={styles.number}>—</td>
      <td className={styles.number}>—</td>
    </tr>
  );
};

export interface ImportProgressProps {
  progress: readonly JobStep[];
  /** Seconds that the reading has taken so far; null when it is over. */
  elapsed: number | null;
}

/** Rows read of each sheet, then cost databases written. */
export const ImportProgress = ({ progress, elapsed }: ImportProgressProps) => {
  const reading = readingOf(progress);
  const writing = writingOf(progress);
  const isWriting = writing !== undefined && writing.done > 0 && writing.total !== null;
  const percent = isWriting && writing.total ? Math.floor((writing.done / writing.total) * 100) : reading.percent;
  const text = isWriting
    ? `${formatCount(writing.done)} de ${formatCount(writing.total ?? 0)} tabelas gravadas`
    : `${formatCount(reading.done)}${reading.total === null ? '' : ` de ${formatCount(reading.total)}`} linhas lidas`;
  return (
    <>
      <div className={styles.share}>
        {percent !== null && <strong>{percent}%</strong>} <span>{text}</span>
        {elapsed !== null && !isWriting && <span className={styles.time}>{timeText(elapsed, reading)}</span>}
      </div>
      <Bar percent={percent ?? 0} label={isWriting ? 'Gravação' : 'Leitura'} />
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Planilhas">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Planilha</th>
              <th scope="col">Conteúdo</th>
              <td aria-hidden="true" />
              <th scope="col" className={styles.number}>
                Linhas
              </th>
              <th scope="col" className={styles.number}>
                Preços
              </th>
              <th scope="col" className={styles.number}>
                Sem preço
              </th>
            </tr>
          </thead>
          <tbody>
            {sheetsOf(progress).map((step) => (
              <SheetRow key={step.name} step={step} />
            ))}
            <CheckRow step={checkOf(progress)} />
          </tbody>
        </table>
      </div>
    </>
  );
};
