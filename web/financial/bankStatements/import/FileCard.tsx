import { counted } from '#domain/numberFormat.ts';
import type { WalletOption } from '#web/choices/useWalletChoice.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { CloseIcon, DocumentIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/index.ts';
import { AccountRow } from './AccountRow.tsx';
import type { Draft } from './model.ts';
import styles from './import.module.css';

export interface FileCardProps {
  draft: Draft;
  wallets: readonly WalletOption[];
  /** Position of the account whose lines are shown; null: those of another file. */
  chosen: number | null;
  /** It is imported now. */
  importing: boolean;
  /** Nothing can be changed for the moment. */
  locked: boolean;
  /** Why the last act on it failed. */
  problem: string | undefined;
  onChoose: (account: number) => void;
  /** Of a CSV: says again what its columns are. */
  onColumns: () => void;
  onRoute: (account: number, walletId: string | null) => void;
  onRemove: () => void;
}

const metaOf = ({ size, dialect, encoding, accounts }: Draft): string =>
  [
    ...[formatBytes(size), dialect, encoding],
    ...(accounts.length > 1 ? [`${counted(accounts.length, 'conta')} no arquivo`] : []),
  ].join(' · ');

/** A file that is looked at: what it is, and the wallets of its accounts. */
export const FileCard = (props: FileCardProps) => {
  const { draft, wallets, chosen, importing, locked, problem, onChoose, onColumns, onRoute, onRemove } = props;
  const imported = draft.state !== 'DRAFT';
  return (
    <li className={styles.card} aria-label={draft.name} data-chosen={chosen !== null || undefined}>
      <div className={styles.head}>
        <DocumentIcon aria-hidden="true" className={styles.icon} />
        <span className={styles.name}>{draft.name}</span>
        <span data-removes="">
          {' '}
          <IconButton
            size="small"
            label={`Retirar ${draft.name}`}
            icon={<CloseIcon />}
            disabled={locked}
            onClick={onRemove}
          />
        </span>
      </div>
      <p className={styles.meta}>{metaOf(draft)}</p>
      {(importing || imported) && (
        <p className={styles.meta} role="status">
          {importing ? 'importando…' : 'importado'}
        </p>
      )}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {draft.table && !imported && (
        <p className={styles.columns}>
          {draft.table.layout === null && <span className={styles.missing}>Falta dizer o que é cada coluna. </span>}
          <button type="button" className={styles.link} disabled={locked} onClick={onColumns}>
            {draft.table.layout === null ? 'Ver as colunas' : 'Trocar colunas'}
            <span className="visuallyHidden"> de {draft.name}</span>
          </button>
        </p>
      )}
      {draft.accounts.map((account) => (
        <AccountRow
          key={account.position}
          file={draft.name}
          account={account}
          wallets={wallets}
          chosen={chosen === account.position}
          locked={locked}
          onChoose={() => onChoose(account.position)}
          onRoute={(walletId) => onRoute(account.position, walletId)}
        />
      ))}
    </li>
  );
};
