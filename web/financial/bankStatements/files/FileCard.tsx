import { formatMoment } from '#domain/dates.ts';
import { counted, formatCount } from '#domain/numberFormat.ts';
import type { StatementFileRowFragment } from '#web/generated/financial.ts';
import { DownloadIcon, MoreIcon, UndoIcon } from '#web/ui/icons.ts';
import { IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { BANK_STATEMENTS } from '../words.ts';
import styles from './files.module.css';

type File = StatementFileRowFragment;

const countsText = ({ counts }: File): string =>
  [
    counts.new > 0 && `${formatCount(counts.new)} ${counts.new === 1 ? 'nova' : 'novas'}`,
    counts.known > 0 && `${formatCount(counts.known)} já ${counts.known === 1 ? 'importada' : 'importadas'}`,
    counts.conflict > 0 && counted(counts.conflict, 'conflito'),
    counts.ignored > 0 && `${formatCount(counts.ignored)} ${counts.ignored === 1 ? 'ignorada' : 'ignoradas'}`,
    counts.waiting > 0 && `${formatCount(counts.waiting)} sem carteira`,
  ]
    .filter(Boolean)
    .join(' · ');

const whenText = ({ importedAt, importedBy, undoneAt, state }: File): string => {
  if (state === 'UNDONE' && undoneAt != null) return `Desfeito em ${formatMoment(new Date(undoneAt))}`;
  if (importedAt == null) return '';
  return `Importado em ${formatMoment(new Date(importedAt))}${importedBy ? ` por ${importedBy.name}` : ''}`;
};

const accountsText = ({ accounts }: File): string =>
  accounts.map(({ number, wallet }) => `Conta ${number} → ${wallet?.identifier ?? 'sem carteira'}`).join(' · ');

/** The wallets that its lines went to, each once. */
const keptAt = ({ accounts }: File) => [
  ...new Map(accounts.flatMap(({ wallet }) => (wallet ? [[wallet.id, wallet] as const] : []))).values(),
];

interface FileCardProps {
  file: File;
  onUndo: () => void;
  onDownload: () => void;
}

/** A file with what it brought. */
export const FileCard = ({ file, onUndo, onDownload }: FileCardProps) => (
  <li className={styles.file} aria-label={file.name}>
    <div className={styles.head}>
      <strong className={styles.name}>{file.name}</strong>
      <StatusPill tone={file.state === 'IMPORTED' ? 'in' : 'neutral'}>
        {file.state === 'IMPORTED' ? 'Importado' : 'Desfeito'}
      </StatusPill>
      <Menu
        trigger={<IconButton label={`Mais sobre ${file.name}`} icon={<MoreIcon />} />}
        actions={[
          { label: 'Baixar o arquivo', icon: <DownloadIcon />, onClick: onDownload },
          ...(file.state === 'IMPORTED'
            ? [{ label: 'Desfazer importação', icon: <UndoIcon />, separated: true, onClick: onUndo }]
            : []),
        ]}
      />
    </div>
    <p>{accountsText(file)}</p>
    <p>
      {counted(file.counts.lines, 'linha')}: {countsText(file)}
    </p>
    <p className={styles.when}>{whenText(file)}</p>
    {file.keptLines > 0 && (
      <p className={styles.when}>
        {counted(file.keptLines, 'linha')} {file.keptLines === 1 ? 'conciliada ficou' : 'conciliadas ficaram'}.{' '}
        {keptAt(file).map(({ id, identifier }, index, all) => (
          <Link key={id} to={`${BANK_STATEMENTS}?bank=${id}&view=RECONCILED&file=${file.id}`}>
            {all.length === 1 ? 'Ver as linhas' : `Ver as de ${identifier}${index < all.length - 1 ? ', ' : ''}`}
          </Link>
        ))}
      </p>
    )}
  </li>
);
