import { Check } from '../icons.tsx';
import { isBlank } from '../model.ts';
import styles from '../Preview.module.css';
import type { Wizard } from '../useWizard.ts';
import { shownBalance } from './wallet.ts';

/** What the last step makes: the wallet as its list shows it, and everything that is made together. */
const WalletPreview = ({ wizard: { form, kept } }: { wizard: Wizard }) => {
  const withBuilding = !kept.skipped.building && !isBlank(form.buildingName);
  const made = [
    ['Acesso', form.login],
    ['Empresa', form.companyName],
    [form.ofCustomer && withBuilding ? 'Obra e cliente' : 'Obra', withBuilding ? form.buildingName : 'depois'],
    ['Carteira', form.walletName || 'depois'],
  ];
  return (
    <>
      <h2>Em Carteiras</h2>
      <div className={styles.sample}>
        <div className={styles.line}>
          <strong>{form.walletName || 'A carteira'}</strong>
          <strong>R$ {shownBalance(form.initialBalance)}</strong>
        </div>
        <span>{form.walletDescription || 'Sem descrição'}</span>
      </div>
      <h2>Criados juntos, ou nenhum</h2>
      <ul className={`${styles.sample} ${styles.made}`}>
        {made.map(([what, name]) => (
          <li key={what}>
            <Check size={14} />
            <span>{what}</span>
            <strong>{name}</strong>
          </li>
        ))}
      </ul>
    </>
  );
};

export default WalletPreview;
