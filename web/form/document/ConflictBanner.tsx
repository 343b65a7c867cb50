import { Banner, Button } from '#web/ui/index.ts';
import { CONFLICT_CHOICE } from '../conflictChoice.ts';
import type { Difference } from './conflict.ts';
import styles from './ConflictBanner.module.css';

export interface ConflictBannerProps {
  /** Which user changed the document, how and when. */
  text: string;
  differences: readonly Difference[];
  onKeep: () => void;
  onTake: () => void;
}

/** Another user stored the document first: shows their changes beside the typed values, and two ways to continue. */
export const ConflictBanner = ({ text, differences, onKeep, onTake }: ConflictBannerProps) => (
  <Banner tone="error" problem>
    <p className={styles.text}>
      {text} {CONFLICT_CHOICE}
    </p>
    {differences.length > 0 && (
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Campo</th>
              <th scope="col">Era</th>
              <th scope="col">Gravado agora</th>
              <th scope="col">Você digitou</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, before, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{before || '—'}</td>
                <td>{theirs || '—'}</td>
                <td>{mine === null ? 'nada' : mine || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    <div className={styles.actions}>
      <Button variant="primary" onClick={onKeep}>
        Manter o que digitei
      </Button>
      <Button onClick={onTake}>Usar a versão gravada</Button>
    </div>
  </Banner>
);
