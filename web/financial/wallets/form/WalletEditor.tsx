import { errorCode, errorText } from '#web/client/errors.ts';
import { EditorDrawer } from '#web/form/EditorDrawer.tsx';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useEditor } from '#web/form/useEditor.ts';
import { ConfirmDialog, FigureStrip, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import type { Wallet } from '../useWallets.ts';
import { useWalletSave } from './useWalletSave.ts';
import { WalletBanners } from './WalletBanners.tsx';
import { WalletFields } from './WalletFields.tsx';
import { formOf, inputOf, isWalletForm, problemsOf } from './walletForm.ts';
import styles from './WalletEditor.module.css';

export interface WalletEditorProps {
  wallet: Wallet | null;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) wallet of the list. */
  onMove?: (direction: 1 | -1) => void;
  /** A new wallet was stored under this id. */
  onSaved: (id: string) => void;
  /** Asks for the wallets again, after somebody else changed one. */
  reload: () => Promise<unknown>;
}

/** The form of one wallet; one that is in use cannot be deleted, and is offered to be put out of use instead. */
export const WalletEditor = ({ wallet, onClose, onMove, onSaved, reload }: WalletEditorProps) => {
  const { companyId } = usePlace();
  const calls = useWalletSave();
  const [asking, setAsking] = useState(false);
  const [used, setUsed] = useState<string | null>(null);
  const editor = useEditor({
    row: wallet,
    draftKey: `wallet.${companyId}`,
    isForm: isWalletForm,
    formOf,
    problemsOf,
    save: (form, row) => calls.save(row, inputOf(form)),
    savedText: 'Carteira salva',
    onSaved: ({ id }) => {
      if (!wallet) onSaved(id);
    },
  });
  const setActive = async (before: Wallet, active: boolean) => {
    try {
      const stored = await calls.save(before, inputOf({ ...formOf(before), active }));
      if (!stored) return;
      setUsed(null);
      notifyUndo(active ? 'Carteira reativada' : 'Carteira desativada', () => void setActive(stored, !active));
    } catch (error) {
      notifyFailure(error);
    }
  };
  const remove = async (id: string) => {
    setAsking(false);
    try {
      await calls.remove(id);
      editor.forget();
      notifySuccess('Carteira excluída');
      onClose();
    } catch (error) {
      if (errorCode(error) === 'CONFLICT') setUsed(errorText(error));
      else notifyFailure(error);
    }
  };
  return (
    <EditorDrawer
      editor={editor}
      title={wallet?.identifier ?? 'Nova carteira'}
      subtitle={wallet?.description ?? undefined}
      status={
        wallet && <StatusPill tone={wallet.active ? 'in' : 'neutral'}>{wallet.active ? 'Ativa' : 'Inativa'}</StatusPill>
      }
      onClose={onClose}
      onMove={onMove}
      onRemove={wallet ? () => setAsking(true) : undefined}
      onReload={() => void reload()}
    >
      {wallet && (
        <>
          <WalletBanners wallet={wallet} used={used} onDeactivate={() => void setActive(wallet, false)} />
          <div className={styles.figures}>
            <FigureStrip
              figures={[
                { label: 'Saldo inicial', value: wallet.initialBalance, tone: 'sign' },
                { label: 'Saldo de hoje', value: wallet.balance?.balance, tone: 'sign' },
              ]}
            />
          </div>
          <ConfirmDialog
            open={asking}
            danger
            title={`Excluir ${wallet.identifier}?`}
            text="Só se exclui uma carteira que nada usa. Isto não pode ser desfeito."
            confirm="Excluir"
            onConfirm={() => void remove(wallet.id)}
            onCancel={() => setAsking(false)}
          />
        </>
      )}
      <WalletFields
        form={editor.form}
        problems={editor.problems}
        set={editor.set}
        onSubmit={() => void editor.save()}
        autoFocus={wallet === null}
      />
    </EditorDrawer>
  );
};
