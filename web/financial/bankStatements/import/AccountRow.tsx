import { formatDate } from '#domain/dates.ts';
import type { WalletOption } from '#web/choices/useWalletChoice.ts';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { Field, Select } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { CountBar } from './CountBar.tsx';
import { accountName, bankNumber, WALLETS, type Account } from './model.ts';
import styles from './import.module.css';

/** Choice that leaves an account out. */
const NONE = 'none';

export interface AccountRowProps {
  /** Name of its file. */
  file: string;
  account: Account;
  wallets: readonly WalletOption[];
  /** Its lines are shown. */
  chosen: boolean;
  locked: boolean;
  onChoose: () => void;
  onRoute: (walletId: string | null) => void;
}

/** The active wallets, the chosen one even if it is inactive by now, and none. */
const optionsOf = ({ wallet }: Account, wallets: readonly WalletOption[]) => {
  const options = wallets.map(({ id, label }) => ({ value: id, label }));
  if (!wallet) return options;
  const own = { value: wallet.id, label: wallet.identifier };
  const known = options.some(({ value }) => value === wallet.id) ? options : [own, ...options];
  return [...known, { value: NONE, label: 'Deixar de fora' }];
};

const Origin = ({ bank, start }: Account) => {
  const words = [bank !== '' && `banco ${bankNumber(bank)}`, start !== null && `desde ${formatDate(start)}`];
  return <span className={styles.meta}>{words.filter(Boolean).join(' · ')}</span>;
};

/** An account of a file, the wallet that its lines go to, and what becomes of them. */
export const AccountRow = (props: AccountRowProps) => {
  const { file, account, wallets, chosen, locked, onChoose, onRoute } = props;
  const { wallet, remembered } = account;
  const name = accountName(account);
  return (
    <div className={styles.account} data-chosen={chosen || undefined}>
      <div className={styles.route}>
        <span className={styles.origin}>
          <button type="button" className={styles.choose} aria-pressed={chosen} onClick={onChoose}>
            {name}
            <span className="visuallyHidden"> de {file}: ver as linhas</span>
          </button>
          <Origin {...account} />
        </span>
        <ArrowRightIcon aria-hidden="true" className={styles.arrow} />
        <span className={styles.wallet} data-missing={wallet === null || undefined}>
          <Field
            label={`Carteira de ${name}, ${file}`}
            {...(wallet === null && { error: 'Sem carteira, as linhas ficam fora.' })}
            {...(wallet !== null && remembered && { hint: 'usada da última vez' })}
          >
            <Select
              value={wallet?.id ?? ''}
              placeholder={wallet === null ? 'Escolha a carteira' : undefined}
              options={optionsOf(account, wallets)}
              disabled={locked}
              onChange={(value) => onRoute(value === NONE ? null : value)}
            />
          </Field>
          {wallet === null && (
            <Link to={`${WALLETS}?id=new`} className={styles.create}>
              Criar carteira
            </Link>
          )}
        </span>
      </div>
      <CountBar counts={account.counts} />
    </div>
  );
};
