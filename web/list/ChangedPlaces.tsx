import { counted } from '#domain/numberFormat.ts';
import { RefreshIcon } from '#web/ui/icons.ts';
import { Button } from '#web/ui/index.ts';
import styles from './ChangedPlaces.module.css';

export interface ChangedPlacesProps {
  /** Rows that are shown though they stand elsewhere by now. */
  count: number;
  onRefresh: () => void;
}

/** "1 linha mudou de lugar", beside the count of a list, and the way to bring the list up to date. */
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
