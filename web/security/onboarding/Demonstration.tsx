import styles from './Demonstration.module.css';
import type { Wizard } from './useWizard.ts';

/** Offers demonstration data at every step; they come when the account opens, in a company of their own. */
export const Demonstration = ({ wizard: { kept, change } }: { wizard: Wizard }) => (
  <section
    className={styles.demonstration}
    aria-label="Dados de demonstração"
    data-chosen={kept.demonstration || undefined}
  >
    <div>
      <strong>{kept.demonstration ? 'Com dados de demonstração' : 'Só quer experimentar?'}</strong>
      <p>
        {kept.demonstration
          ? 'Vêm com a conta, em uma empresa à parte, e saem com um clique.'
          : '3 obras e um ano de lançamentos, que saem com um clique.'}
      </p>
    </div>
    <button type="button" onClick={() => change({ demonstration: !kept.demonstration })}>
      {kept.demonstration ? 'Não usar' : 'Usar dados de demonstração'}
    </button>
  </section>
);
