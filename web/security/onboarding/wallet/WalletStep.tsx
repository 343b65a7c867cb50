import { useEffect } from 'react';
import { Field, Label } from '../Field.tsx';
import styles from '../Field.module.css';
import { FileBox } from '../FileBox.tsx';
import { Page } from '../icons.tsx';
import { isBlank } from '../model.ts';
import { PasswordField } from '../steps/AccessStep.tsx';
import type { Wizard } from '../useWizard.ts';
import { BANKS, nameOfBank, readAccount, tidyBalance, tidyDate, usualDate } from './wallet.ts';

/** A statement that fills the fields; nothing but what it tells of its account is read of it. */
const Statement = ({ wizard: { kept, change } }: { wizard: Wizard }) => {
  const take = async (file: File): Promise<string | undefined> => {
    const found = await readAccount(file);
    if (typeof found === 'string') return found;
    change({
      form: { ...kept.form, ...found.fields },
      statement: `${file.name.slice(0, 80)} preencheu os campos\n${found.told}`,
    });
    return undefined;
  };
  const [told, details] = kept.statement?.split('\n') ?? [];
  return (
    <div className={styles.field}>
      <FileBox
        label="Extrato em OFX"
        accept=".ofx"
        picture={<Page />}
        title={told ?? 'Tem o extrato em OFX?'}
        details={details ?? 'Solte-o aqui: banco, conta e saldo vêm dele.'}
        filled={told !== undefined}
        take={take}
      />
    </div>
  );
};

const BankField = ({ wizard: { form, set } }: { wizard: Wizard }) => {
  const choose = (bank: string): void => {
    // A name that was typed stays.
    const named = isBlank(form.walletName) || form.walletName === nameOfBank(form.bank);
    set({ bank, ...(named && { walletName: nameOfBank(bank) }) });
  };
  return (
    <div className={styles.field}>
      <Label htmlFor="bank" optional>
        Banco
      </Label>
      <div className={styles.box}>
        <select id="bank" name="bank" value={form.bank} onChange={(event) => choose(event.target.value)}>
          <option value="">Nenhum, ou outro</option>
          {BANKS.map(({ code, name }) => (
            <option key={code} value={code}>
              {name} · {code}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
};

/** The first wallet; also asks for the password where the page was loaded again since. */
const WalletStep = ({ wizard, asksPassword }: { wizard: Wizard; asksPassword: boolean }) => {
  const { form, set } = wizard;
  useEffect(() => {
    if (isBlank(form.balanceDate)) set({ balanceDate: usualDate() });
    // Once, as the step opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <>
      <Statement wizard={wizard} />
      <div className={styles.pair}>
        <BankField wizard={wizard} />
        <Field wizard={wizard} field="walletName" label="Nome da carteira" autoComplete="off" />
      </div>
      <Field wizard={wizard} field="walletDescription" label="Descrição" optional autoComplete="off" />
      <div className={styles.pair}>
        <Field
          wizard={wizard}
          field="initialBalance"
          label="Saldo inicial"
          prefix="R$"
          inputMode="decimal"
          autoComplete="off"
          onBlur={() => set({ initialBalance: tidyBalance(form.initialBalance) })}
        />
        <Field
          wizard={wizard}
          field="balanceDate"
          label="Data do saldo"
          inputMode="numeric"
          autoComplete="off"
          onBlur={() => set({ balanceDate: tidyDate(form.balanceDate) })}
        />
      </div>
      <p className={styles.note}>O saldo com que esse dia começa. Movimentos anteriores não contam.</p>
      {asksPassword && (
        <PasswordField
          wizard={wizard}
          label="Senha de novo"
          hint="Ela não fica guardada neste navegador: digite-a mais uma vez para criar a conta."
        />
      )}
    </>
  );
};

export default WalletStep;
