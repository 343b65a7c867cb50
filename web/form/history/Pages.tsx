import { Button } from '#web/ui/index.ts';
import styles from './history.module.css';

interface PagesProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** "Comentários": what is older or newer. */
  noun: string;
}

/** From the latest rows to older ones and back; nothing where all are on one page. */
export const Pages = ({ page, pages, onPage, noun }: PagesProps) =>
  pages > 1 && (
    <div className={styles.pages} role="group" aria-label={`Páginas: ${noun}`}>
      <Button variant="subtle" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Mais recentes
      </Button>
      <span className={styles.when}>{`${page + 1} de ${pages}`}</span>
      <Button variant="subtle" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
        Mais antigos
      </Button>
    </div>
  );
