import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { ChevronLeftIcon, MoreIcon, OfflineIcon, SearchIcon } from '#web/ui/icons.ts';
import { IconButton, Menu, StatusPill } from '#web/ui/index.ts';
import { useSyncExternalStore } from 'react';
import type { QueueSnapshot } from '../model/lineQueue.ts';
import { savedText } from '../sheet/SheetHeader.tsx';
import { sideName, STATUS, type Head } from '../words.ts';
import styles from './phone.module.css';

const subscribeOnline = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine);

/** "5 lançamentos e 6 fotos guardados aqui." */
const keptText = (lines: number, photos: number): string => {
  const parts = [
    ...(lines > 0 ? [counted(lines, 'lançamento')] : []),
    ...(photos > 0 ? [counted(photos, 'foto')] : []),
  ];
  if (parts.length === 0) return 'O que você medir fica guardado aqui.';
  const kept = `guardad${lines > 0 ? 'o' : 'a'}${lines + photos > 1 ? 's' : ''}`;
  return `${parts.join(' e ')} ${kept} aqui.`;
};

interface PhoneHeaderProps {
  head: Head;
  state: QueueSnapshot;
  /** Photos on the device. */
  photos: number;
  searching: boolean;
  onSearch: () => void;
  onBack: () => void;
  onReview: () => void;
  onBulletin: () => void;
  onHistory: () => void;
}

/** Title, and what waits on the device. */
export const PhoneHeader = ({ head, state, photos, searching, ...on }: PhoneHeaderProps) => {
  const offline = !useOnline() || state.offline;
  const sending = photos > 0 ? `enviando ${counted(photos, 'foto')}…` : savedText(state);
  return (
    <>
      <header className={styles.top}>
        <IconButton label="Voltar" icon={<ChevronLeftIcon />} onClick={on.onBack} />
        <div className={styles.titles}>
          <h1>
            Medição {head.number} · {sideName(head)}
          </h1>
          <span>
            {head.building.name} · até {formatDate(head.periodEnd)}
          </span>
        </div>
        <IconButton label="Buscar serviço" icon={<SearchIcon />} pressed={searching} onClick={on.onSearch} />
        <Menu
          trigger={<IconButton label="Mais ações" icon={<MoreIcon />} />}
          actions={[
            {
              label: 'Enviar para conferência',
              disabled: head.status !== 'OPEN' || state.waiting + photos > 0,
              onClick: on.onReview,
            },
            { label: 'Boletim', onClick: on.onBulletin },
            { label: 'Histórico', onClick: on.onHistory },
          ]}
        />
      </header>
      <div className={styles.status} data-offline={offline || undefined} role="status">
        {offline ? (
          <>
            <OfflineIcon />
            <span>
              <strong>Sem internet.</strong> {keptText(state.waiting, photos)}
            </span>
          </>
        ) : (
          <>
            <StatusPill tone={STATUS[head.status].tone}>{STATUS[head.status].text}</StatusPill>
            <span>{sending}</span>
          </>
        )}
      </div>
    </>
  );
};
