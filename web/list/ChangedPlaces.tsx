import { counted } from '#domain/numberFormat.ts';
import { RefreshIcon } from '#web/ui/icons.ts';
import { Button } from '#web/ui/index.ts';
import styles from './ChangedPlaces.module.css';

export interface ChangedPlacesProps {
  /** Number of shown rows that no longer belong to the view or page. */
  left: number;
  /** Number of rows of the page, of others, that are not shown yet. */
  added?: number;
  onRefresh: () => void;
}

const leftText = (count: number): string =>
  count === 1 ? '1 linha mudou de lugar' : `${counted(count, 'linha')} mudaram de lugar`;
const addedText = (count: number): string => (count === 1 ? '1 linha nova' : `${counted(count, 'linha')} novas`);

/** "1 linha nova, 2 linhas mudaram de lugar" beside the count of a list, with a button that refreshes the list. */
export const ChangedPlaces = ({ left, added = 0, onRefresh }: ChangedPlacesProps) => {
  const parts = [added > 0 && addedText(added), left > 0 && leftText(left)].filter((part) => part !== false);
  return (
    <span role="status" className={styles.note}>
      {parts.length > 0 && (
        <>
          {parts.join(', ')}
          <Button size="small" variant="subtle" icon={<RefreshIcon />} onClick={onRefresh}>
            Atualizar a lista
          </Button>
        </>
      )}
    </span>
  );
};
