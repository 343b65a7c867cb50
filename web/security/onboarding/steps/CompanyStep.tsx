import { useRef, useState } from 'react';
import { Field } from '../Field.tsx';
import { LOGO_TYPES, readLogo } from '../logo.ts';
import { noticeOfCnpj } from '../model.ts';
import styles from '../onboarding.module.css';
import type { Wizard } from '../useWizard.ts';

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`;

const LogoField = ({ wizard: { kept, change } }: { wizard: Wizard }) => {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const { logo } = kept;
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readLogo(file);
    setProblem(typeof read === 'string' ? read : '');
    if (typeof read !== 'string') change({ logo: read });
  };
  return (
    <div className={styles.field}>
      <span className={styles.label} id="logo-label">
        Logo <span>opcional</span>
      </span>
      <div
        className={styles.file}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        {logo && <img src={logo.picture} alt="" width={44} height={44} />}
        <span className={styles.fileText}>
          <strong>{logo ? logo.name : 'PNG, JPG ou WEBP, até 2 MB'}</strong>
          {logo && (
            <span>
              {kilobytes(logo.size)} · {logo.width} × {logo.height}
            </span>
          )}
        </span>
        <button type="button" aria-describedby="logo-label" onClick={() => input.current?.click()}>
          {logo ? 'Trocar' : 'Escolher'}
        </button>
        {logo && (
          <button
            type="button"
            className={styles.bare}
            aria-describedby="logo-label"
            onClick={() => change({ logo: null })}
          >
            Tirar
          </button>
        )}
        <input
          ref={input}
          type="file"
          accept={LOGO_TYPES}
          hidden
          aria-label="Logo"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <div className={styles.foot} data-tone="bad" role={problem ? 'alert' : undefined}>
        {problem}
      </div>
    </div>
  );
};

/** The company that everything belongs to. */
export const CompanyStep = ({ wizard }: { wizard: Wizard }) => (
  <>
    <Field
      wizard={wizard}
      field="companyTaxId"
      label="CNPJ"
      optional
      autoComplete="off"
      notice={noticeOfCnpj(wizard.form.companyTaxId)}
    />
    <Field
      wizard={wizard}
      field="companyName"
      label="Nome da empresa"
      autoComplete="organization"
      hint="Razão social ou nome fantasia: é como ela aparece no menu e nos relatórios."
    />
    <LogoField wizard={wizard} />
  </>
);
