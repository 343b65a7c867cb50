import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { createPortal } from 'react-dom';
import { percentText } from '../model/cells.ts';
import { nameOf, type Item } from '../model/schedule.ts';
import styles from './chart.module.css';

/** "folga de 3 dias úteis", "sem folga", "2 dias úteis de atraso". */
export const floatWords = (days: number): string => {
  if (days === 0) return 'sem folga';
  const words = counted(Math.abs(days), 'dia útil', 'dias úteis');
  return days > 0 ? `folga de ${words}` : `${words} de atraso`;
};

export const durationWords = ({ milestone, duration }: Item): string =>
  milestone === null ? counted(duration, 'dia útil', 'dias úteis') : 'marco';

/** Dates, duration and float of a bar beside the pointer; the table and the item's dialog tell the same. */
export const BarTip = ({ item, x, y }: { item: Item; x: number; y: number }) => {
  const right = x > window.innerWidth - 300;
  const place = { top: y + 16, ...(right ? { right: window.innerWidth - x + 8 } : { left: x + 12 }) };
  const around = document.querySelector('.fui-FluentProvider') ?? document.body;
  return createPortal(
    <div className={styles.tip} style={place} role="presentation">
      <strong>{nameOf(item)}</strong>
      <span>
        {item.milestone === null
          ? `${formatDate(item.startDate)} a ${formatDate(item.endDate)}`
          : formatDate(item.startDate)}
      </span>
      <span>
        {durationWords(item)} · {floatWords(item.totalFloat)}
        {item.critical && ' · caminho crítico'}
      </span>
      <span>{percentText(item.percentComplete)} concluído</span>
    </div>,
    around,
  );
};
