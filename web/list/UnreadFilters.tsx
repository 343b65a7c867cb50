import { Banner, Button } from '#web/ui/index.ts';
import type { Unread } from './listFilters.ts';
import styles from './UnreadFilters.module.css';
import type { ListState } from './useListQuery.ts';

const sentence = ({ key, value, label, why, problem }: Unread): string => {
  if (why === 'sort') return `Esta lista não se ordena por “${value}”.`;
  if (why === 'unknown') return `Esta lista não tem o filtro “${key}”.`;
  if (why === 'range') return `“${value}” (${label}) ${problem}.`;
  return `“${value}” não serve para “${key}”${label === undefined ? '' : ` (${label})`}.`;
};

/** What the button removes, as the sentence calls it. */
const nameOf = ({ key, value, label, why }: Unread): string => {
  if (why === 'sort') return value;
  return why === 'range' ? (label ?? key) : key;
};

export interface UnreadFiltersProps {
  unread: readonly Unread[];
  list: Pick<ListState, 'query' | 'setQuery' | 'setOwn'>;
}

/**
 * Banner above the list for the invalid parts of its address (domain.md §7), each with a button that removes it. The
 * list shows the rest.
 */
export const UnreadFilters = ({ unread, list }: UnreadFiltersProps) => {
  const { setQuery, setOwn } = list;
  const remove = ({ key, value, why }: Unread) =>
    why === 'sort'
      ? setQuery((now) => ({ ...now, sort: now.sort.filter(({ id }) => id !== value) }))
      : setOwn(key, null);
  if (unread.length === 0) return null;
  return (
    <div className={styles.unread}>
      <Banner tone="warning">
        <ul className={styles.list}>
          {unread.map((one) => (
            <li key={`${one.key} ${one.value}`}>
              {sentence(one)}{' '}
              <Button size="small" onClick={() => remove(one)}>
                Remover “{nameOf(one)}”
              </Button>
            </li>
          ))}
        </ul>
        A lista mostra o resto do endereço.
      </Banner>
    </div>
  );
};
