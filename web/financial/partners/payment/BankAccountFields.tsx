import {
  BANK_ACCOUNT_KINDS,
  BANK_ACCOUNT_LABELS,
  bankLabel,
  MAX_BANK_ACCOUNTS,
} from '#domain/financial/partners/bankAccounts.ts';
import { maskTaxId } from '#domain/masks.ts';
import { AddIcon, DeleteIcon } from '#web/ui/icons.ts';
import { Button, Field, FormSection, IconButton, MaskedInput, Select, TextInput } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { withNewAccount, type BankAccountForm } from '../model.ts';
import type { PaymentFieldsProps } from './PixKeyFields.tsx';
import styles from './Payment.module.css';

const kinds = BANK_ACCOUNT_KINDS.map((value) => ({ value, label: BANK_ACCOUNT_LABELS[value] }));

const hintOf = (bank: string): string =>
  /^\d{3}$|^\d{8}$/.test(bank.trim()) ? bankLabel(bank.trim()) : 'Código de 3 dígitos, ou ISPB';

interface RowProps {
  account: BankAccountForm;
  index: number;
  problemOf: (field: keyof BankAccountForm) => string | undefined;
  readOnly: boolean;
  onChange: (values: Partial<BankAccountForm>) => void;
  onRemove: () => void;
}

const AccountRow = ({ account, index, problemOf, readOnly, onChange, onRemove }: RowProps) => {
  const number = index + 1;
  return (
    <div className={styles.account} role="group" aria-label={`Conta bancária ${number}`}>
      <Field label={`Banco da conta ${number}`} required hint={hintOf(account.bank)} error={problemOf('bank')}>
        <TextInput
          value={account.bank}
          maxLength={8}
          inputMode="numeric"
          autoComplete="off"
          autoFocus={account.bank === ''}
          onChange={(bank) => onChange({ bank })}
        />
      </Field>
      <Field label={`Agência da conta ${number}`} required error={problemOf('agency')}>
        <TextInput
          value={account.agency}
          maxLength={10}
          autoComplete="off"
          placeholder="1234-5"
          onChange={(agency) => onChange({ agency })}
        />
      </Field>
      <Field label={`Número da conta ${number}`} required error={problemOf('account')}>
        <TextInput
          value={account.account}
          maxLength={20}
          autoComplete="off"
          placeholder="12345-6"
          onChange={(text) => onChange({ account: text })}
        />
      </Field>
      <Field label={`Tipo da conta ${number}`}>
        <Select value={account.kind} options={kinds} onChange={(kind) => onChange({ kind })} />
      </Field>
      <Field
        label={`CPF ou CNPJ do titular da conta ${number}`}
        hint="Só se não for o do fornecedor"
        error={problemOf('holderTaxId')}
      >
        <MaskedInput
          value={account.holderTaxId}
          mask={maskTaxId}
          autoComplete="off"
          onChange={(holderTaxId) => onChange({ holderTaxId })}
        />
      </Field>
      {!readOnly && (
        <div className={styles.remove}>
          <IconButton label={`Remover conta bancária ${number}`} icon={<DeleteIcon />} onClick={onRemove} />
        </div>
      )}
    </div>
  );
};

/** "Contas bancárias": as a transfer names them. */
export const BankAccountFields = ({ editor, readOnly }: PaymentFieldsProps) => {
  const { form, problems, set } = editor;
  const accounts = form.bankAccounts;
  const { ref, removing } = useFocusAfterRemoval<HTMLDivElement>(
    'button[aria-label^="Remover conta"]',
    '[data-adds] button',
  );
  const change = (place: number, values: Partial<BankAccountForm>) =>
    set({ bankAccounts: accounts.map((one, index) => (index === place ? { ...one, ...values } : one)) });
  const remove = (place: number) => {
    removing(place);
    set({ bankAccounts: accounts.filter((_, index) => index !== place) });
  };
  return (
    <div ref={ref}>
      <FormSection
        title="Contas bancárias"
        actions={
          !readOnly &&
          accounts.length < MAX_BANK_ACCOUNTS && (
            <span data-adds="">
              <Button icon={<AddIcon />} onClick={() => set({ bankAccounts: withNewAccount(accounts) })}>
                Conta
              </Button>
            </span>
          )
        }
      >
        {accounts.length === 0 && <p className={styles.empty}>Nenhuma conta.</p>}
        {accounts.map((account, index) => (
          <AccountRow
            key={index}
            account={account}
            index={index}
            problemOf={(field) => problems[`bankAccounts.${index}.${field}`]}
            readOnly={readOnly}
            onChange={(values) => change(index, values)}
            onRemove={() => remove(index)}
          />
        ))}
      </FormSection>
    </div>
  );
};
