import { begunName } from '#web/session/begun.ts';
import { maskPhone, maskTaxId } from '#domain/masks.ts';
import { isPositive } from '#domain/money.ts';
import type { PartnerInput, PartnerRowFragment } from '#web/generated/financial.ts';
import type { RegisterFieldsProps, RegisterForm } from '#web/register/defineRows.ts';
import { findRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Field, FigureStrip, FormSection, MaskedInput, TextArea, TextInput } from '#web/ui/index.ts';
import { AddressFields } from './AddressFields.tsx';
import type { PartnerKind } from './kinds.ts';
import { formOf, inputOf, isPartnerForm, problemsOf, type PartnerForm } from './model.ts';
import { BankAccountFields } from './payment/BankAccountFields.tsx';
import { PaymentChanges } from './payment/PaymentChanges.tsx';
import { PixKeyFields } from './payment/PixKeyFields.tsx';
import styles from './PartnersScreen.module.css';
import { Link } from 'react-router-dom';

type Props = RegisterFieldsProps<PartnerRowFragment, PartnerForm>;

/** What a supplier is paid by, and how that came to be. */
const PaymentFields = ({ editor, row, readOnly }: Props) => (
  <>
    <PixKeyFields editor={editor} readOnly={readOnly} />
    <BankAccountFields editor={editor} readOnly={readOnly} />
    {row && <PaymentChanges key={`${row.id} ${row.version}`} partnerId={row.id} />}
  </>
);

const PartnerFields = ({ editor, row, readOnly, kind }: Props & { kind: PartnerKind }) => {
  const { form, problems, set } = editor;
  return (
    <>
      <FormSection title="Identificação">
        <Field label="Nome ou razão social" required wide error={problems.name}>
          <TextInput value={form.name} maxLength={160} autoFocus={row === null} onChange={(name) => set({ name })} />
        </Field>
        <Field label="Nome fantasia" error={problems.tradeName}>
          <TextInput value={form.tradeName} maxLength={160} onChange={(tradeName) => set({ tradeName })} />
        </Field>
        <Field label="CPF ou CNPJ" error={problems.taxId}>
          <MaskedInput value={form.taxId} mask={maskTaxId} autoComplete="off" onChange={(taxId) => set({ taxId })} />
        </Field>
      </FormSection>
      <FormSection title="Contato">
        <Field label="Telefone" error={problems.phone}>
          <MaskedInput
            type="tel"
            value={form.phone}
            mask={maskPhone}
            autoComplete="off"
            onChange={(phone) => set({ phone })}
          />
        </Field>
        <Field label="E-mail" error={problems.email}>
          <TextInput
            type="email"
            value={form.email}
            maxLength={254}
            autoComplete="off"
            onChange={(email) => set({ email })}
          />
        </Field>
      </FormSection>
      <AddressFields editor={editor} />
      {kind.type === 'SUPPLIER' && <PaymentFields editor={editor} row={row} readOnly={readOnly} />}
      <FormSection title="Observações">
        <Field label="Anotações" wide error={problems.notes}>
          <TextArea value={form.notes} maxLength={2000} onChange={(notes) => set({ notes })} />
        </Field>
      </FormSection>
    </>
  );
};

/** The partner's open value, with a link to its transactions. */
const Figures = ({ kind, partner }: { kind: PartnerKind; partner: PartnerRowFragment }) => {
  const { may } = useSession();
  const { balance } = partner;
  if (!balance || balance.openValue === null || balance.openValue === undefined) return null;
  const { path, label } = kind.transactions;
  const route = findRoute(path);
  return (
    <>
      <FigureStrip
        figures={[
          { label: kind.open, value: balance.openValue },
          {
            label: 'Vencido',
            value: balance.overdueValue,
            tone: isPositive(balance.overdueValue ?? '0') ? 'out' : 'plain',
          },
        ]}
      />
      {route?.path === path && may(route.rule) && (
        <Link className={styles.link} to={`${path}?partner=${partner.id}`}>
          {label}
        </Link>
      )}
    </>
  );
};

export const partnerForm = (kind: PartnerKind): RegisterForm<PartnerRowFragment, PartnerForm, PartnerInput> => ({
  ...{ formOf, isForm: isPartnerForm, problemsOf },
  begun: { kind: kind.type, fill: begunName },
  inputOf: (form) => inputOf(form, kind.type),
  Fields: (props) => (
    <>
      {props.row && <Figures kind={kind} partner={props.row} />}
      <PartnerFields {...props} kind={kind} />
    </>
  ),
});
