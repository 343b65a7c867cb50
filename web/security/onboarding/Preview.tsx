import { formatTaxId } from '#domain/taxId.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { lazy, Suspense } from 'react';
import { isBlank } from './model.ts';
import styles from './Preview.module.css';
import type { Wizard } from './useWizard.ts';

const WalletPreview = lazy(() => import('./wallet/WalletPreview.tsx'));

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
};

const Menu = ({ wizard: { form, kept } }: { wizard: Wizard }) => {
  const building = kept.skipped.building || isBlank(form.buildingName) ? 'Nenhuma obra ainda' : form.buildingName;
  return (
    <>
      <h2>No menu</h2>
      <div className={styles.sample} data-chrome>
        <Logo size={22} />
        <div className={styles.place}>
          <strong>{form.companyName || 'A sua empresa'}</strong>
          <span>{building}</span>
        </div>
      </div>
    </>
  );
};

const Account = ({ wizard: { form } }: { wizard: Wizard }) => (
  <>
    <h2>No alto de cada tela</h2>
    <div className={`${styles.sample} ${styles.row}`}>
      <span className={styles.avatar}>{initialsOf(form.name) || '?'}</span>
      <div>
        <strong>{form.name || 'O seu nome'}</strong>
        <span>{form.login || 'o seu e-mail'}</span>
      </div>
    </div>
  </>
);

const Report = ({ wizard: { form, kept } }: { wizard: Wizard }) => (
  <>
    <h2>Nos relatórios</h2>
    <div className={`${styles.sample} ${styles.row}`}>
      {kept.logo && <img src={kept.logo.picture} alt="" />}
      <div>
        <strong>{form.companyName || 'A sua empresa'}</strong>
        <span>{form.companyTaxId ? `CNPJ ${formatTaxId(form.companyTaxId)}` : 'Sem CNPJ'}</span>
      </div>
    </div>
  </>
);

const Share = ({ wizard: { form } }: { wizard: Wizard }) => (
  <>
    <h2>Em cada despesa</h2>
    <div className={styles.sample}>
      <div className={styles.line}>
        <strong>Rateio por obra</strong>
        <span>100%</span>
      </div>
      <div className={styles.bar} />
      <span>
        <i className={styles.dot} /> {form.buildingName || 'A obra'}
      </span>
    </div>
  </>
);

/** What is typed as it will look in the product; a drawing, which screen readers leave out. */
export const Preview = ({ wizard }: { wizard: Wizard }) => (
  <aside className={styles.preview} aria-hidden="true">
    {wizard.step === 0 && <Account wizard={wizard} />}
    {(wizard.step === 1 || wizard.step === 2) && <Menu wizard={wizard} />}
    {wizard.step === 1 && <Report wizard={wizard} />}
    {wizard.step === 2 && <Share wizard={wizard} />}
    {wizard.step === 3 && (
      <Suspense>
        <WalletPreview wizard={wizard} />
      </Suspense>
    )}
  </aside>
);
