import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { useIsPhone } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { useRef, useState } from 'react';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import { FileCard } from './FileCard.tsx';
import { MoreFiles } from './FilePicker.tsx';
import { failures, sentenceOf, type Draft } from './model.ts';
import { Preview } from './Preview.tsx';
import { UploadCard } from './UploadCard.tsx';
import type { ImportDesk } from './useImportDesk.ts';
import styles from './import.module.css';

interface DeskProps {
  desk: ImportDesk;
  /** Files are imported now. */
  locked: boolean;
}

interface Choice {
  file: string;
  account: number;
  /** What the columns of the file are is chosen again. */
  columns?: boolean;
}

/** The account whose lines are shown: the chosen one, else the first. A CSV may have none yet. */
const useChosen = (files: readonly Draft[]) => {
  const [choice, choose] = useState<Choice | null>(null);
  const draft = files.find(({ id }) => id === choice?.file) ?? files[0];
  const account = draft?.accounts.find(({ position }) => position === choice?.account) ?? draft?.accounts[0];
  const table = draft?.table && (draft.table.layout === null || choice?.columns === true) ? draft.table : null;
  return { chosen: draft ? { draft, account, table } : null, choose };
};

/** Chooses a wallet and takes a file out; what fails is told at the file's card. */
const useActs = ({ drafts, decisions, problems }: ImportDesk) => {
  const [busy, setBusy] = useState<string | null>(null);
  const act = async ({ id }: Draft, own: string, call: () => Promise<void>): Promise<void> => {
    setBusy(id);
    problems.set(id, null);
    try {
      await call();
    } catch (error) {
      problems.set(id, sentenceOf(error, own));
      // Somebody else may have changed it.
      void drafts.reload(id).catch(() => undefined);
    } finally {
      setBusy(null);
    }
  };
  return {
    busy,
    route: (draft: Draft, account: number, walletId: string | null) => {
      // Its lines are in conflict with those of another wallet now, or with none.
      decisions.forget(draft.id, account);
      void act(draft, failures.route, () => drafts.route(draft, account, walletId));
    },
    remove: (draft: Draft) => {
      decisions.forget(draft.id);
      void act(draft, failures.remove, () => drafts.remove(draft));
    },
  };
};

/** The files with the wallets of their accounts, and beside them the lines of one account. */
export const Desk = ({ desk, locked }: DeskProps) => {
  const { files, drafts, problems, uploads, importing, decisions } = desk;
  const { options } = useWalletChoice();
  const { chosen, choose } = useChosen(files);
  const { busy, route, remove } = useActs(desk);
  const { ref, removing } = useFocusAfterRemoval<HTMLDivElement>('[data-removes] button', '[data-adds] button');
  const preview = useRef<HTMLElement>(null);
  const phone = useIsPhone();
  const show = (next: Choice) => {
    choose(next);
    // Below the files there.
    if (phone) requestAnimationFrame(() => preview.current?.scrollIntoView({ block: 'start' }));
  };
  return (
    <div className={styles.desk}>
      <div ref={ref} className={styles.files}>
        <ul className={styles.cards} aria-label="Arquivos">
          {files.map((draft, index) => (
            <FileCard
              key={draft.id}
              draft={draft}
              wallets={options}
              chosen={chosen?.draft.id === draft.id ? (chosen.account?.position ?? 0) : null}
              importing={importing.current === draft.id}
              locked={locked || busy === draft.id}
              problem={problems.of(draft.id)}
              onChoose={(account) => show({ file: draft.id, account })}
              onColumns={() => show({ file: draft.id, account: 1, columns: true })}
              onRoute={(account, walletId) => route(draft, account, walletId)}
              onRemove={() => {
                removing(index);
                remove(draft);
              }}
            />
          ))}
          {uploads.uploads.map((upload, index) => (
            <UploadCard
              key={upload.key}
              upload={upload}
              onDismiss={() => {
                removing(files.length + index);
                uploads.dismiss(upload.key);
              }}
            />
          ))}
        </ul>
        <MoreFiles disabled={locked} onFiles={uploads.add} />
      </div>
      {chosen?.table && (
        <ColumnsPanel
          key={chosen.draft.id}
          ref={preview}
          draft={chosen.draft}
          table={chosen.table}
          drafts={drafts}
          locked={locked}
          onDone={() => {
            decisions.forget(chosen.draft.id);
            show({ file: chosen.draft.id, account: 1 });
          }}
          {...(chosen.account && { onCancel: () => choose({ file: chosen.draft.id, account: 1 }) })}
        />
      )}
      {chosen?.account && !chosen.table && (
        <Preview
          key={`${chosen.draft.id}/${chosen.account.position}`}
          ref={preview}
          draft={chosen.draft}
          account={chosen.account}
          decisions={decisions}
          locked={locked}
        />
      )}
    </div>
  );
};
