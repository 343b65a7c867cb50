import { formatShortMonth } from '#domain/dates.ts';
import { addToMonth, firstDay } from '#domain/financial/financialStatement/months.ts';
import { monthText } from '#domain/financial/monthClosing/months.ts';
import { counted } from '#domain/numberFormat.ts';
import { CheckIcon, ChevronLeftIcon, ChevronRightIcon, LockIcon, UnlockIcon, WarningIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import type { ReactElement } from 'react';
import type { ClosingYear, YearMonth } from './model.ts';
import type { ClosingView } from './useClosingView.ts';
import styles from './strip.module.css';

const ICONS: Record<YearMonth['state'], ReactElement> = {
  OPEN: <CheckIcon />,
  PENDING: <WarningIcon />,
  CLOSED: <LockIcon />,
  REOPENED: <UnlockIcon />,
};

/** Shorter than in `STATES`: twelve of them stand side by side. */
const WORDS: Record<YearMonth['state'], string> = {
  ...{ OPEN: 'Aberto', PENDING: 'Pendências', CLOSED: 'Fechado', REOPENED: 'Reaberto' },
};

const noteOf = ({ state, openCount, documents }: YearMonth, future: boolean): string => {
  if (future) return 'Não terminou';
  if (state === 'CLOSED') return 'Só consulta';
  if (openCount > 0) return counted(openCount, 'item', 'itens');
  return documents === 0 && state === 'OPEN' ? 'Vazio' : 'Em dia';
};

interface MonthTileProps {
  month: YearMonth;
  chosen: boolean;
  future: boolean;
  onChoose: () => void;
}

const MonthTile = ({ month, chosen, future, onChoose }: MonthTileProps) => (
  <li>
    <button
      type="button"
      className={styles.month}
      data-state={future ? 'FUTURE' : month.state}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <span className="visuallyHidden">{monthText(month.month)}: </span>
      <span className={styles.name} aria-hidden="true">
        {formatShortMonth(firstDay(month.month)).slice(0, 3)}
        {!future && <span className={styles.icon}>{ICONS[month.state]}</span>}
      </span>
      <span className={styles.state}>{future ? ' ' : WORDS[month.state]}</span>
      <span className={styles.note}>{noteOf(month, future)}</span>
    </button>
  </li>
);

/** The months of a year with their states; one of them is shown below. */
export const YearStrip = ({ data, view }: { data: ClosingYear; view: ClosingView }) => (
  <section className={styles.strip} aria-label={`Meses de ${data.year}`}>
    <div className={styles.year}>
      <IconButton
        label={`Ano de ${data.year - 1}`}
        icon={<ChevronLeftIcon />}
        onClick={() => view.setMonth(addToMonth(view.month, -12))}
      />
      <strong>{data.year}</strong>
      <IconButton
        label={`Ano de ${data.year + 1}`}
        icon={<ChevronRightIcon />}
        onClick={() => view.setMonth(addToMonth(view.month, 12))}
      />
    </div>
    <ul className={styles.months}>
      {data.months.map((month) => (
        <MonthTile
          key={month.month}
          month={month}
          chosen={month.month === view.month}
          future={firstDay(month.month) > data.today}
          onChoose={() => view.setMonth(month.month)}
        />
      ))}
    </ul>
  </section>
);
