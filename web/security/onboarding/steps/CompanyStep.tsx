import { Field } from '../Field.tsx';
import styles from '../Field.module.css';
import { FileBox } from '../FileBox.tsx';
import { LOGO_TYPES, readLogo } from '../logo.ts';
import { noticeOfCnpj } from '../model.ts';
import type { Wizard } from '../useWizard.ts';

const kilobytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`;

const LogoField = ({ wizard: { kept, change } }: { wizard: Wizard }) => {
  const { logo } = kept;
  const take = async (file: File): Promise<string | undefined> => {
    const read = await readLogo(file);
    if (typeof read === 'string') return read;
    change({ logo: read });
    return undefined;
  };
  return (
    <div className={styles.field}>
      <span className={styles.label} id="logo-label">
        Logo <span>opcional</span>
      </span>
      <FileBox
        label="Logo"
        accept={LOGO_TYPES}
        describedBy="logo-label"
        picture={logo && <img src={logo.picture} alt="" width={44} height={44} />}
        title={logo ? logo.name : 'PNG, JPG ou WEBP, até 2 MB'}
        details={logo ? `${kilobytes(logo.size)} · ${logo.width} × ${logo.height}` : undefined}
        filled={logo !== null}
        take={take}
      >
        {logo && (
          <button type="button" aria-describedby="logo-label" onClick={() => change({ logo: null })}>
            Tirar
          </button>
        )}
      </FileBox>
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
