import { bankAccountText, formatBankAccount } from '#domain/financial/partners/bankAccounts.ts';
import { isRecentChange } from '#domain/financial/partners/paymentChanges.ts';
import { formatPixKey, PIX_KEY_LABELS } from '#domain/financial/partners/pixKeys.ts';
import { formatDate } from '#domain/dates.ts';
import { copyText } from '#web/client/copyText.ts';
import {
  useSupplierPaymentQuery,
  type PaidByFragment,
  type PaymentChangeRowFragment,
} from '#web/generated/financial.ts';
import { CopyIcon, WarningIcon } from '#web/ui/icons.ts';
import { Button, dayOf } from '#web/ui/index.ts';
import { useEffect } from 'react';
import styles from './Payment.module.css';

type PixKey = PaidByFragment['pixKeys'][number];
type Account = PaidByFragment['bankAccounts'][number];

/** One thing to pay to. */
interface Line {
  /** "Chave" or "Conta", of the warning and the button. */
  noun: string;
  label: string;
  shown: string;
  copied: string;
  change: PaymentChangeRowFragment | undefined;
}

const sameAccount = (one: Account, other: Account | null | undefined): boolean =>
  one.bank === other?.bank && one.agency === other.agency && one.account === other.account && one.kind === other.kind;

const keyLine = (key: PixKey, changes: readonly PaymentChangeRowFragment[]): Line => ({
  ...{ noun: 'Chave', label: `Pix · ${PIX_KEY_LABELS[key.kind]}`, shown: formatPixKey(key), copied: key.key },
  change: changes.find(({ pixKeyAfter }) => pixKeyAfter?.key === key.key),
});

const accountLine = (account: Account, changes: readonly PaymentChangeRowFragment[]): Line => {
  const whole = { ...account, holderTaxId: account.holderTaxId ?? null };
  return {
    ...{ noun: 'Conta', label: 'Conta', shown: formatBankAccount(whole), copied: bankAccountText(whole) },
    change: changes.find(({ bankAccountAfter }) => sameAccount(account, bankAccountAfter)),
  };
};

const isRecent = ({ at }: PaymentChangeRowFragment): boolean => isRecentChange(at, new Date());

/** "Chave alterada em 12/11/2026 por Ana: confirme com o fornecedor antes de pagar." */
const Warning = ({ noun, change }: { noun: string; change: PaymentChangeRowFragment }) => (
  <p className={styles.warning}>
    <span className={styles.icon} aria-hidden="true">
      <WarningIcon />
    </span>
    <span>
      {noun} {change.action === 'ADDED' ? 'incluída' : 'alterada'} em {formatDate(dayOf(change.at))}
      {change.user && ` por ${change.user.name}`}: confirme com o fornecedor antes de pagar.
    </span>
  </p>
);

const copy = ({ noun, shown, copied }: Line): Promise<void> => copyText(copied, `${noun} copiada`, shown);

/** Alt+C copies what stands first, wherever the focus is. By its place: with Alt, a key may type another sign. */
const useCopyKey = (first: Line | undefined): void => {
  useEffect(() => {
    if (!first) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyC' || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      void copy(first);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [first]);
};

/**
 * What a supplier is paid by, where it is paid: the preferred Pix key and the bank accounts, each with a button that copies
 * it, and a warning beside what was changed in the last 30 days. Nothing for a supplier without any. It is always read anew:
 * what was changed a minute ago is what the warning is for.
 */
export const SupplierPayment = ({ partnerId }: { partnerId: string }) => {
  const { data } = useSupplierPaymentQuery({
    ...{ variables: { id: partnerId }, fetchPolicy: 'network-only', context: { quiet: true } },
  });
  const changes = data?.changes?.content ?? [];
  const { pixKeys = [], bankAccounts = [] } = data?.partner ?? {};
  const lines = [
    ...pixKeys.filter(({ preferred }) => preferred).map((key) => keyLine(key, changes)),
    ...bankAccounts.map((account) => accountLine(account, changes)),
  ];
  useCopyKey(lines[0]);
  if (lines.length === 0) return null;
  return (
    <section className={styles.panel} aria-label="Dados de pagamento do fornecedor">
      {lines.map((line, index) => (
        <div key={line.copied} className={styles.line}>
          <span className={styles.label}>{line.label}</span>
          <span className={styles.shown}>{line.shown}</span>
          <Button
            size="small"
            icon={<CopyIcon />}
            shortcut={index === 0 ? 'Alt C' : undefined}
            onClick={() => void copy(line)}
          >
            {`Copiar ${line.noun.toLowerCase()}`}
          </Button>
          {line.change && isRecent(line.change) && <Warning noun={line.noun} change={line.change} />}
        </div>
      ))}
    </section>
  );
};
