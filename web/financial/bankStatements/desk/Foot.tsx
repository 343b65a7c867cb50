import { counted } from '#domain/numberFormat.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { IconButton, Kbd, MoneyText } from '#web/ui/index.ts';
import { pageRange } from '#web/ui/Pagination.tsx';
import type { Desk, View } from './model.ts';
import type { DeskState } from './useDesk.ts';
import styles from './foot.module.css';

export const VIEW_WORDS: Record<View, string> = {
  OPEN: 'A conciliar',
  SUGGESTED: 'Sugeridas',
  RECONCILED: 'Conciliadas',
  IGNORED: 'Ignoradas',
};

type Hint = readonly [keys: readonly string[], text: string];

const HINTS: Record<View, readonly Hint[]> = {
  OPEN: [
    [['J', 'K'], 'mover'],
    [['Espaço'], 'marcar'],
    [['Enter'], 'aceitar'],
    [['I'], 'ignorar'],
    [['C'], 'documento'],
    [['Ctrl Z'], 'desfazer'],
  ],
  SUGGESTED: [
    [['J', 'K'], 'mover'],
    [['Espaço'], 'marcar'],
    [['Enter'], 'aceitar'],
    [['I'], 'ignorar'],
    [['Ctrl Z'], 'desfazer'],
  ],
  RECONCILED: [
    [['J', 'K'], 'mover'],
    [['U'], 'desfazer'],
  ],
  IGNORED: [
    [['J', 'K'], 'mover'],
    [['U'], 'reabrir'],
  ],
};

interface FootProps {
  state: DeskState;
  desk: Desk;
}

const Pages = ({ state: { list }, desk }: FootProps) => {
  const { number, size, setQuery } = list;
  const go = (page: number) => setQuery((now) => ({ ...now, page: page === 0 ? undefined : page }));
  if (desk.totalElements <= size) return null;
  return (
    <nav className={styles.pages} aria-label="Paginação">
      <span role="status">{pageRange(number, size, desk.totalElements)}</span>
      <IconButton
        size="small"
        label="Ir para a página anterior"
        icon={<ChevronLeftIcon />}
        disabled={number === 0}
        onClick={() => go(number - 1)}
      />
      <IconButton
        size="small"
        label="Ir para a próxima página"
        icon={<ChevronRightIcon />}
        disabled={desk.last}
        onClick={() => go(number + 1)}
      />
    </nav>
  );
};

/** Count and sums of the view, its pages, and the keys. */
export const Foot = (props: FootProps) => {
  const { state, desk } = props;
  return (
    <footer className={styles.foot}>
      <span className={styles.sums}>
        <span>
          {VIEW_WORDS[state.view]} <strong>{counted(desk.totalElements, 'linha')}</strong>
        </span>
        <span>
          Entradas <MoneyText value={desk.moneyIn} tone="in" strong />
        </span>
        <span>
          Saídas <MoneyText value={desk.moneyOut} tone="out" strong />
        </span>
      </span>
      <Pages {...props} />
      <span className={styles.keys}>
        {HINTS[state.view].map(([keys, text]) => (
          <span key={text} aria-hidden="true">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {text}
          </span>
        ))}
      </span>
    </footer>
  );
};
