import { PublicHeader } from '#web/public/PublicHeader.tsx';
import styles from '#web/public/public.module.css';

/** Page for unknown addresses outside /home. */
export const NotFoundPage = () => (
  <>
    <PublicHeader />
    <main className={styles.center}>
      <span className={styles.code}>404</span>
      <h1>Página não encontrada</h1>
      <p>Este endereço não existe ou mudou de lugar.</p>
      <a href="/" className={styles.button}>
        Ir para a página inicial
      </a>
    </main>
  </>
);
