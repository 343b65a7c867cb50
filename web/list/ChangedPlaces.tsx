import { counted } from '#domain/numberFormat.ts';
import { RefreshIcon } from '#web/ui/icons.ts';
import { Button } from '#web/ui/index.ts';
import styles from './ChangedPlaces.module.css';

export interface ChangedPlacesProps {
  /** Number of shown rows that no longer belong to the view or page. */
  count: number;
  onRefresh: () => void;
}

/** "1 linha mudou de lugar" beside the count of a list, with a button that refreshes the list. */
export const ChangedPlaces = ({ count, onRefresh }: ChangedPlacesProps) => (
  <span role="status" className={styles.note}>
    {count > 0 && (
      <>
        {count === 1 ? '1 linha mudou de lugar' : `${counted(count, 'linha')} mudaram de lugar`}
        <Button size="small" variant="subtle" icon={<RefreshIcon />} onClick={onRefresh}>
          Atualizar a lista
        </Button>
      </>
    )}
  </span>
);
