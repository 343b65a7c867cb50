import { FETCH_COMPANY_FAILED } from '#domain/messages.ts';
import { maskTaxId } from '#domain/masks.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { errorText } from '#web/client/errors.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { AwaitedDrawer, RegisterDrawer } from '#web/register/RegisterDrawer.tsx';
import { useEditor } from '#web/form/useEditor.ts';
import { useCompanyQuery, type CompanyRowFragment } from '#web/generated/financial.ts';
import { Field, FormSection, MaskedInput, TextInput } from '#web/ui/index.ts';
import { useEffect, useState } from 'react';
import { CompanyPill } from './columns.tsx';
import { LogoField } from './LogoField.tsx';
import { LogoRefused } from './logoApi.ts';
import { formOf, isCompanyForm, problemsOf } from './model.ts';
import { useCompanyCalls } from './useCompanies.ts';

interface CompanyDrawerProps {
  /** 'new', or the company's id. */
  id: string;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
  onSaved: (id: string) => void;
}

/** One company beside the list. */
export const CompanyDrawer = (props: CompanyDrawerProps) => {
  const { id } = props;
  const { data, error, refetch } = useCompanyQuery({
    variables: { id },
    skip: id === 'new',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  if (id === 'new') return <CompanyEditor key="new" {...props} company={null} reload={() => undefined} />;
  if (data?.company) {
    return <CompanyEditor key={id} {...props} company={data.company} reload={() => void refetch()} />;
  }
  return (
    <AwaitedDrawer
      title="Empresa"
      error={error}
      missing={data !== undefined}
      failureText={FETCH_COMPANY_FAILED}
      onRetry={() => void refetch()}
      onClose={props.onClose}
    />
  );
};

interface CompanyEditorProps extends CompanyDrawerProps {
  company: CompanyRowFragment | null;
  reload: () => void;
}

/** The logo of a stored company is sent at once; that of a new one goes with it. */
const useLogo = (company: CompanyRowFragment | null, calls: ReturnType<typeof useCompanyCalls>) => {
  const [pending, setPending] = useState<{ file: File; address: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    if (!company) return setPending({ file, address: URL.createObjectURL(file) });
    setBusy(true);
    setProblem(null);
    try {
      await calls.sendLogo(company, formOf(company), file);
      notifySuccess('Logo salvo');
    } catch (error) {
      setProblem(error instanceof LogoRefused ? error.message : errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = () => (company ? void calls.dropLogo(company) : setPending(null));
  const address = pending?.address;
  useEffect(() => (address === undefined ? undefined : () => URL.revokeObjectURL(address)), [address]);
  return { pending, problem, setProblem, busy, send, remove };
};

const CompanyEditor = ({ company, reload, onClose, onMove, onSaved }: CompanyEditorProps) => {
  const calls = useCompanyCalls();
  const logo = useLogo(company, calls);
  const editor = useEditor({
    row: company,
    draftKey: 'company',
    isForm: isCompanyForm,
    formOf,
    problemsOf,
    save: async (form, row) => {
      if (row || !logo.pending) return calls.save(row, form);
      try {
        return await calls.sendLogo(null, form, logo.pending.file);
      } catch (error) {
        if (!(error instanceof LogoRefused)) throw error;
        logo.setProblem(error.fields.find(({ path }) => path === 'logo')?.message ?? null);
        const fields = error.fields.filter(({ path }) => path !== 'logo');
        if (error.fields.length === 0) notifyError(error.message);
        editor.refuse(fields);
        return undefined;
      }
    },
    savedText: 'Empresa salva',
    onSaved: ({ id }) => onSaved(id),
  });
  return (
    <RegisterDrawer
      editor={editor}
      newTitle="Nova empresa"
      entry={
        company && {
          name: company.name,
          active: company.active,
          onToggle: () => void calls.toggle(company),
          onErase: () => calls.erase(company),
          loss: 'A empresa, o logo e as permissões sobre ela deixam de existir.',
          typed: true,
        }
      }
      subtitle={company ? formatTaxId(company.taxId) || undefined : undefined}
      status={company && <CompanyPill active={company.active} />}
      onClose={onClose}
      onMove={onMove}
      onReload={reload}
    >
      <FormSection title="Dados">
        <Field label="Nome" required error={editor.problems.name}>
          <TextInput
            value={editor.form.name}
            maxLength={120}
            autoFocus={company === null}
            onChange={(name) => editor.set({ name })}
          />
        </Field>
        <Field label="CNPJ" error={editor.problems.taxId}>
          <MaskedInput
            value={editor.form.taxId}
            mask={maskTaxId}
            autoComplete="off"
            placeholder="00.000.000/0000-00"
            onChange={(taxId) => editor.set({ taxId })}
          />
        </Field>
      </FormSection>
      <LogoField
        company={company}
        pending={logo.pending?.address ?? null}
        busy={logo.busy}
        problem={logo.problem}
        onPick={(file) => void logo.send(file)}
        onRemove={logo.remove}
      />
    </RegisterDrawer>
  );
};
