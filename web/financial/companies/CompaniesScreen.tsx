import type { CompanyRowFragment } from '#web/generated/financial.ts';
import { RowEditor, type RowEditorProps } from '#web/register/RegisterEditor.tsx';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { companies } from './companies.tsx';
import type { CompanyForm } from './CompanyFields.tsx';
import { LogoField } from './LogoField.tsx';
import { useLogo } from './useLogo.ts';

/** Editor with the logo below the fields; the logo of a new company is sent in the same call. */
const CompanyEditor = (props: RowEditorProps<CompanyRowFragment, CompanyForm>) => {
  const { row } = props;
  const logo = useLogo(row);
  const file = row === null ? logo.pending?.file : undefined;
  return (
    <RowEditor
      {...props}
      save={file && ((form) => logo.createWithLogo(form, file))}
      below={({ problems }) => (
        <LogoField
          company={row}
          pending={logo.pending?.address ?? null}
          busy={logo.busy}
          problem={logo.problem ?? problems.logo ?? null}
          onPick={(picked) => void logo.send(picked)}
          onRemove={logo.remove}
        />
      )}
    />
  );
};

/** `/home/forms/settings/company`: the companies of the account. */
const CompaniesScreen = () => <RegisterScreen register={companies} Editor={CompanyEditor} />;

export default CompaniesScreen;
