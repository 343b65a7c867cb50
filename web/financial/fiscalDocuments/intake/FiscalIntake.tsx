import { forgetting } from '#web/client/forgetting.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useFiscalDocumentsQuery } from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { lazy, Suspense, useLayoutEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useAddressKeys } from '#web/client/address.ts';
import { XML_TYPES } from '../api.ts';
import { IntakeContext } from './context.ts';
import styles from './intake.module.css';
import { mayBeNotas, splitFiles, xmlOfText } from './split.ts';
import { isKept, useUploads, type Sent } from './useUploads.ts';

// Lists of expenses are opened far more often than notas.
const NotasDrawer = lazy(() => import('../list/NotasDrawer.tsx'));
const NotaDrawer = lazy(() => import('../NotaDrawer.tsx'));

const LIST = 'list';
const MOST = 500;
const forgetNotas = forgetting('fiscalDocuments', 'fiscalReading');

interface FiscalIntakeProps {
  /** Takes PDFs and photos; without it they are left to the page. */
  onScans?: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Takes notas that are dropped or pasted anywhere on a screen of expenses, and makes expenses of them (mock 11). */
export const FiscalIntake = ({ onScans, children }: FiscalIntakeProps) => {
  const allowed = useSession().may({ anyOf: ['DEBIT'] });
  // Asked once: what a person has typed on the screen stays when the permission goes.
  const [taking] = useState(allowed);
  return taking ? <Taking onScans={onScans}>{children}</Taking> : children;
};

/** The open drawer in the address: `notas=list`, or the id of one. */
const useAddress = () => {
  const [params, set] = useAddressKeys();
  const go = (notas: string | null, id: string | null = null): void => set({ notas, id });
  return { open: params.get('notas'), go };
};

const draftOf = ({ answer }: Sent, companyId: string): string | null =>
  answer && 'document' in answer && answer.document && String(answer.document.company.id) === companyId
    ? String(answer.document.id)
    : null;

/** Several files are sent at once and may arrive in any order: they are gone through as they were given, older ones after. */
const inOrderSent = <Draft extends { id: string }>(
  drafts: readonly Draft[],
  sent: readonly Sent[],
  companyId: string,
): Draft[] => {
  const places = new Map(sent.map((one, place) => [draftOf(one, companyId), place]));
  const placeOf = ({ id }: Draft): number => places.get(String(id)) ?? sent.length;
  return drafts.toSorted((one, other) => placeOf(one) - placeOf(other));
};

const Taking = ({ onScans, children }: FiscalIntakeProps) => {
  const { companyId } = usePlace();
  const { cache } = useApolloClient();
  const { open, go } = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [finished, setFinished] = useState(0);
  const { data, refetch } = useFiscalDocumentsQuery({
    variables: { companyId, page: 0, size: MOST },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const changed = () => {
    forgetNotas(cache);
    void refetch();
  };
  const uploads = useUploads(companyId, (batch) => {
    changed();
    const ids = batch.flatMap((one) => draftOf(one, companyId) ?? []);
    const [first] = ids;
    go(first !== undefined && (ids.length === batch.length || batch.length > 1) ? first : LIST);
  });

  const drafts = inOrderSent(data?.fiscalDocuments?.content ?? [], uploads.sent, companyId);
  const waiting = drafts.filter(({ refusal }) => refusal == null);

  const take = (files: readonly File[]): boolean => {
    const { notas, scans } = splitFiles(files);
    if (scans.length > 0) onScans?.(scans);
    if (notas.length === 0) return scans.length > 0 && onScans !== undefined;
    setFinished(0);
    uploads.clear();
    if (notas.length > 1) go(LIST);
    void uploads.send(notas);
    return true;
  };
  const current = useRef(take);
  // Layout effects: notas are taken from the moment that the list is seen.
  useLayoutEffect(() => {
    current.current = take;
  });
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || !event.clipboardData) return;
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      const text = typing ? null : xmlOfText(event.clipboardData.getData('text/plain'));
      const files = [...event.clipboardData.files, ...(text ? [text] : [])];
      if (files.length > 0 && current.current(files)) event.preventDefault();
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const isOurs = (event: DragEvent): boolean =>
    !event.isDefaultPrevented() &&
    event.dataTransfer.types.includes('Files') &&
    (onScans !== undefined || mayBeNotas(event.dataTransfer.items));
  /** After a nota is saved or deleted: the next one, or the list of what was refused, or nothing. */
  const next = (after: string): string | null => {
    const rest = waiting.filter(({ id }) => id !== after);
    const place = waiting.findIndex(({ id }) => id === after);
    return (rest[place] ?? rest[0])?.id ?? null;
  };
  const settled = (id: string) => {
    setFinished((count) => count + 1);
    changed();
    return next(id);
  };
  const position = waiting.findIndex(({ id }) => id === open);
  return (
    <IntakeContext value={{ choose: () => input.current?.click(), list: () => go(LIST), waiting: waiting.length }}>
      <div
        className={styles.intake}
        onDragOver={(event) => {
          if (!isOurs(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!(event.relatedTarget instanceof Node) || !document.body.contains(event.relatedTarget)) setOver(false);
        }}
        onDrop={(event) => {
          setOver(false);
          if (!isOurs(event)) return;
          if (take([...event.dataTransfer.files])) event.preventDefault();
        }}
        onDragEnd={() => setOver(false)}
      >
        {children}
        <input
          ref={input}
          hidden
          multiple
          type="file"
          accept={XML_TYPES}
          aria-label="XML das notas"
          onChange={({ target }) => {
            take([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <Suspense>
          {open === LIST && (
            <NotasDrawer
              drafts={drafts}
              sent={uploads.sent}
              onOpen={(id) => go(id)}
              onChoose={() => input.current?.click()}
              onChanged={changed}
              onClose={() => go(null)}
            />
          )}
          {open !== null && open !== LIST && (
            <NotaDrawer
              key={open}
              id={open}
              place={{ number: finished + Math.max(position, 0) + 1, total: finished + Math.max(waiting.length, 1) }}
              refused={uploads.sent.filter((one) => one.answer !== null && !isKept(one)).length}
              another={next(open) !== null}
              onList={() => go(LIST)}
              onSaved={(saved, goOn) => {
                const following = settled(open);
                if (goOn && following !== null) go(following);
                else go(null, saved);
              }}
              onRemoved={() => {
                const following = settled(open);
                go(following);
              }}
              onChange={() => input.current?.click()}
              onClose={() => go(null)}
            />
          )}
        </Suspense>
        {over && (
          <div className={styles.over} aria-hidden="true">
            Solte o XML das notas
          </div>
        )}
      </div>
    </IntakeContext>
  );
};
